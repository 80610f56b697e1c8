-- Of an invoice's amounts, which the columns call micro-USD: it stays in the currency in which it was issued.
ALTER TABLE invoices ADD COLUMN currency TEXT NOT NULL DEFAULT 'USD' CHECK (length(currency) = 3);

CREATE TRIGGER invoices_keep_their_currency BEFORE UPDATE OF currency ON invoices
WHEN NEW.currency <> OLD.currency
BEGIN SELECT RAISE(ABORT, 'an invoice never changes; it is paid once'); END;

-- An account's invoices, newest first, are read from the index however many others there are.
CREATE INDEX invoices_of_account ON invoices (account_id, number);

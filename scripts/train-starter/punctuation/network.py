"""The network: pieces → a convolution → two recurrent layers in both directions → case and mark of each word's first piece."""
import torch
from torch import nn
from torch.nn import functional as F


class Neighbours(nn.Module):
    """Each piece with the ones beside it, gated: one matrix product, which is fast on any processor."""

    def __init__(self, width, reach=1):
        super().__init__()
        self.reach = reach
        self.norm = nn.LayerNorm(width)
        self.inside = nn.Linear((2 * reach + 1) * width, 2 * width)
        self.out = nn.Linear(width, width)

    def forward(self, x):
        padded = F.pad(self.norm(x), (0, 0, self.reach, self.reach))
        length = x.shape[1]
        beside = torch.cat([padded[:, at : at + length] for at in range(2 * self.reach + 1)], -1)
        values, gates = self.inside(beside).chunk(2, -1)
        return x + self.out(values * F.silu(gates))


class Recurrent(nn.Module):
    def __init__(self, width, hidden, dropout):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.lstm = nn.LSTM(width, hidden, batch_first=True, bidirectional=True)
        self.dropout = nn.Dropout(dropout)
        self.out = nn.Linear(2 * hidden, width)

    def forward(self, x):
        return x + self.out(self.dropout(self.lstm(self.norm(x))[0]))


class Punctuator(nn.Module):
    def __init__(self, pieces, width=160, hidden=160, dropout=0.2):
        super().__init__()
        self.embedding = nn.Embedding(pieces, width)
        nn.init.normal_(self.embedding.weight, std=0.1)
        self.dropout = nn.Dropout(dropout)
        self.layers = nn.Sequential(Neighbours(width), Recurrent(width, hidden, dropout), Recurrent(width, hidden, dropout))
        self.norm = nn.LayerNorm(width)
        self.heads = nn.Linear(width, 8)
        # Only for training, and not exported: which piece was hidden here.
        self.guess = nn.Linear(width, width)

    def read(self, ids):
        return self.dropout(self.norm(self.layers(self.dropout(self.embedding(ids)))))

    def judge(self, read):
        """Logits of the cases and of the marks."""
        logits = self.heads(read)
        return logits[..., :4], logits[..., 4:]

    def hidden_pieces(self, read):
        return F.linear(self.guess(read), self.embedding.weight)

    def forward(self, ids):
        return self.judge(self.read(ids))

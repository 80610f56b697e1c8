"""The network: pieces → convolutions with ever wider reach → case and mark of each word's first piece."""
import torch
from torch import nn

# Of kernels of five pieces: each word sees 20 pieces on either side.
DILATIONS = (1, 2, 4, 1, 2)


class Punctuator(nn.Module):
    def __init__(self, pieces, width=160, dropout=0.15):
        super().__init__()
        self.embedding = nn.Embedding(pieces, width)
        nn.init.normal_(self.embedding.weight, std=0.1)
        self.convolutions = nn.ModuleList(
            nn.Conv1d(width, width, 5, padding=2 * dilation, dilation=dilation) for dilation in DILATIONS
        )
        self.dropout = nn.Dropout(dropout)
        self.heads = nn.Conv1d(width, 8, 1)

    def forward(self, ids):
        x = self.dropout(self.embedding(ids)).transpose(1, 2)
        for convolution in self.convolutions:
            x = x + self.dropout(torch.relu(convolution(x)))
        logits = self.heads(x).transpose(1, 2)
        return logits[..., :4], logits[..., 4:]

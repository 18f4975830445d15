"""Files of any known format in, scenes or assemblies out, and back: one table of readers and one of writers.

Nobody else names a format: readers are chosen by a file's first bytes, then by its ending, writers by the ending. A new
format is a folder here and one entry in a table.
"""

from .contents import Contents
from .options import ReadOptions, WriteOptions
from .source import Written
from .tables import READERS, WRITERS, Maker, Reader, Writer, plain_readers, read, reader_of, scan, write, writer_of
from .tvx import file_bytes

__all__ = [
    "READERS",
    "WRITERS",
    "Contents",
    "Maker",
    "ReadOptions",
    "Reader",
    "WriteOptions",
    "Writer",
    "Written",
    "file_bytes",
    "plain_readers",
    "read",
    "reader_of",
    "scan",
    "write",
    "writer_of",
]

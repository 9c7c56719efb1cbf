import { readAb1 } from '../sequences/ab1.ts';
import { readFasta } from '../sequences/fasta.ts';
import { readFastq } from '../sequences/fastq.ts';
import { readGenbank } from '../sequences/genbank.ts';
import type { ReadersIn } from '../read-sections.ts';

/** The readers of sequences. */
export const readers: ReadersIn<'sequences'> = {
  ab1: readAb1,
  fasta: readFasta,
  fastq: readFastq,
  genbank: readGenbank,
};

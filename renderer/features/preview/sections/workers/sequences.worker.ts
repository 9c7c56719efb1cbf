import { readAb1 } from '../../../../../shared/preview/formats/sequences/ab1.ts';
import { readFasta } from '../../../../../shared/preview/formats/sequences/fasta.ts';
import { readFastq } from '../../../../../shared/preview/formats/sequences/fastq.ts';
import { readGenbank } from '../../../../../shared/preview/formats/sequences/genbank.ts';
import { serveSections } from '../serve-sections.ts';

serveSections({ ab1: readAb1, fasta: readFasta, fastq: readFastq, genbank: readGenbank });

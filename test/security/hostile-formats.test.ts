import { deflateRawSync } from 'node:zlib';

import { describe, expect, test } from 'vitest';

import { bytesInMemory } from '../../shared/preview/formats/file-bytes.ts';
import { type FormatName, FORMATS } from '../../shared/preview/formats/formats.ts';
import { readSections } from '../../shared/preview/formats/readers.ts';
import { sectionLines } from '../../shared/preview/formats/section-lines.ts';
import { UnreadableError } from '../../shared/preview/unreadable.ts';
import { MIB } from '../../shared/units.ts';
import { office } from '../preview/files/office.ts';
import { DEFLATED, dicomHead } from '../preview/formats/made/dicom.ts';

const [DAMAGED, BOMB, ENTITIES] = [/damaged/, /unpacks to far more/, /defines text of its own/];
/** Shown as far as it goes: far less than the file has. */
const LITTLE = /^[^]{0,100000}$/;

/** A file that was made to do harm, and what is said of it. */
interface Hostile {
  readonly bytes: Uint8Array;
  readonly says: RegExp;
}

const LAUGHS = `<?xml version="1.0"?><!DOCTYPE GraphPadPrismFile [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(1000)}">]><GraphPadPrismFile>${'&b;'.repeat(1000)}</GraphPadPrismFile>`;

function headed(start: string, size: number, numbers: readonly (readonly [at: number, value: number])[]): Uint8Array {
  const bytes = Buffer.alloc(size);
  bytes.write(start, 'latin1');
  for (const [at, value] of numbers) bytes.writeUInt32LE(value, at);
  return bytes;
}

/** An archive whose only entry says that it unpacks to almost four gigabytes. */
function swollen(name: string): Uint8Array {
  const bytes = Buffer.from(office({ [name]: 'a' }));
  bytes.writeUInt32LE(0xf0000000, bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 24);
  return bytes;
}

function numpy(): Uint8Array {
  const header = "{'descr': '<f8', 'fortran_order': False, 'shape': (4503599627370496, 4503599627370496), }";
  const head = Buffer.from([0x93, ...Buffer.from('NUMPY'), 1, 0, header.length & 255, header.length >> 8]);
  return Buffer.concat([head, Buffer.from(header)]);
}

/** Groups of values in each other, more than any program writes. */
function nikon(): Uint8Array {
  const chunk = (name: string, content: Uint8Array): Buffer => {
    const head = Buffer.alloc(16);
    head.writeUInt32LE(0x0abeceda, 0);
    head.writeUInt32LE(name.length, 4);
    head.writeBigUInt64LE(BigInt(content.length), 8);
    return Buffer.concat([head, Buffer.from(name), content]);
  };
  const level = Buffer.concat([Buffer.from([11, 1, 0, 0]), Buffer.alloc(12, 1)]);
  const first = chunk('ImageAttributesLV!', Buffer.concat(Array<Buffer>(100_000).fill(level)));
  const sign = Buffer.from('ND2 CHUNK MAP SIGNATURE 0000001!');
  const map = chunk(
    'ND2 FILEMAP SIGNATURE NAME 0001!',
    Buffer.concat([Buffer.from('ImageAttributesLV!'), Buffer.alloc(16), sign]),
  );
  const end = Buffer.alloc(8);
  end.writeBigUInt64LE(BigInt(first.length));
  return Buffer.concat([first, map, sign, end]);
}

/** One of each format that is read in parts: a new format does not compile without one. */
const HOSTILE: { readonly [F in FormatName]: () => Hostile } = {
  numpy: () => ({ bytes: numpy(), says: DAMAGED }),
  arrays: () => ({ bytes: swollen('a.npy'), says: BOMB }),
  fcs: () => ({
    bytes: Buffer.from(`FCS3.0    ${'      58'}${'99999999'}${'       0'.repeat(4)}`),
    says: DAMAGED,
  }),
  ab1: () => ({ bytes: headed('ABIF', 200, [[18, 0xffffffff]]), says: DAMAGED }),
  fasta: () => ({ bytes: Buffer.alloc(8 * MIB, '>'), says: LITTLE }),
  fastq: () => ({ bytes: Buffer.alloc(8 * MIB, '@'), says: DAMAGED }),
  genbank: () => ({
    bytes: Buffer.from(
      `LOCUS       a\nFEATURES             Location\n${'     gene            1..2\n'.repeat(200_000)}`,
    ),
    says: LITTLE,
  }),
  mzml: () => ({ bytes: Buffer.from(`<mzML><run>${'<spectrumList>'.repeat(400_000)}`), says: LITTLE }),
  prism: () => ({ bytes: Buffer.from(LAUGHS), says: ENTITIES }),
  rdml: () => ({ bytes: swollen('rdml_data.xml'), says: BOMB }),
  eds: () => ({ bytes: swollen('apldbio/sds/experiment.xml'), says: BOMB }),
  dicom: () => ({
    bytes: Buffer.concat([dicomHead(DEFLATED), deflateRawSync(Buffer.alloc(140 * MIB))]),
    says: BOMB,
  }),
  zeiss: () => {
    const file = headed('ZISRAWFILE', 1000, [[92, 544]]);
    Buffer.from(file.buffer, file.byteOffset).write('ZISRAWMETADATA', 544);
    Buffer.from(file.buffer, file.byteOffset).writeUInt32LE(0xffffffff, 576);
    return { bytes: file, says: DAMAGED };
  },
  leica: () => {
    const numbers = [[9, 0x7fffffff]] as const;
    return { bytes: headed('p\0\0\0\0\0\0\0*', 100, numbers), says: DAMAGED };
  },
  nikon: () => ({ bytes: nikon(), says: DAMAGED }),
  parquet: () => ({
    bytes: Buffer.concat([Buffer.from('PAR1'), Buffer.alloc(40, 255), Buffer.from('PAR1')]),
    says: DAMAGED,
  }),
  hdf5: () => ({ bytes: headed('\x89HDF\r\n\x1a\n', 4096, [[8, 0xffffffff]]), says: DAMAGED }),
  notebook: () => ({ bytes: Buffer.from(`{"cells": ${'['.repeat(1_000_000)}`), says: /is damaged|notebook/ }),
  zip: () => ({ bytes: swollen('a.txt'), says: BOMB }),
  eln: () => ({ bytes: swollen('a/ro-crate-metadata.json'), says: BOMB }),
};

describe('a hostile file', () => {
  const formats = Object.entries(HOSTILE).map(([format, make]) => ({ format, make }));
  test.each(formats)('of the format $format ends in a sentence, or is shown as far as it goes [S22]', async each => {
    const { bytes, says } = each.make();
    const [ending = ''] = Object.entries(FORMATS).flatMap(([name, { endings }]) =>
      name === each.format ? endings.split(' ') : [],
    );
    const request = { name: `a.${ending}`, wish: {}, mostRows: 200 };
    const reading = readSections(bytesInMemory(bytes), request).then(
      read => sectionLines(read).join('\n'),
      (thrown: unknown) => {
        if (thrown instanceof UnreadableError) return thrown.message;
        throw thrown;
      },
    );
    expect(await reading).toMatch(says);
  });
});

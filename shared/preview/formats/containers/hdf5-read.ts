import { type Dataset, type Group, type Metadata, Module } from 'h5wasm';

import { type Decode, decoderOf, hasParts } from './hdf5-decode.ts';

/** From where to where values are read, along each axis; of a single value none. */
export type Ranges = readonly (readonly [from: number, to: number])[];

/**
 * Some values of a data set, one after the other. They are read here from the bytes that the library unpacks: its own way to
 * values knows no numbers of 16 bits, no arrays in records, and shows bytes of other types as numbers.
 * @throws what the library throws, also when the values cannot be had.
 */
export function readValues({ file_id: file, path, metadata }: Dataset, ranges: Ranges): readonly unknown[] {
  const decode = decoderOf(metadata);
  return readRaw({ file, path, metadata }, ranges, (memory, at) =>
    valuesAt(memory, at, { type: metadata, count: countOf(ranges), decode }),
  );
}

/** The same of numbers, for a picture. */
export function readNumbers({ file_id: file, path, metadata }: Dataset, ranges: Ranges): Float64Array {
  const decode = decoderOf(metadata);
  return readRaw({ file, path, metadata }, ranges, (memory, at) => {
    const numbers = new Float64Array(countOf(ranges));
    for (let each = 0; each < numbers.length; each += 1)
      numbers[each] = Number(decode(memory, at + each * metadata.size));
    return numbers;
  });
}

/** The names of the attributes of a group or a data set. */
export function attributeNames({ file_id: file, path }: Dataset | Group): readonly string[] {
  return Module.get_attribute_names(file, path);
}

export function attributeType({ file_id: file, path }: Dataset | Group, name: string): Metadata {
  return Module.get_attribute_metadata(file, path, name);
}

/** The value of an attribute, or its values in a list. @throws what the library throws */
export function readAttribute({ file_id: file, path }: Dataset | Group, name: string, type: Metadata): unknown {
  const decode = decoderOf(type);
  const values = inMemory(type.size * type.total_size, at => {
    if (Module.get_attribute_data(file, path, name, BigInt(at)) < 0) throw new Error('The attribute was not read.');
    try {
      return valuesAt(memoryNow(), at, { type, count: type.total_size, decode });
    } finally {
      if (hasParts(type)) Module.reclaim_vlen_memory(file, path, name, BigInt(at));
    }
  });
  return type.shape?.length === 0 ? values[0] : values;
}

/** Values of a type, one after the other. */
interface Values {
  readonly type: Metadata;
  readonly count: number;
  readonly decode: Decode;
}

function valuesAt(memory: DataView, from: number, { type, count, decode }: Values): readonly unknown[] {
  return Array.from({ length: count }, (_, at) => decode(memory, from + at * type.size));
}

function countOf(ranges: Ranges): number {
  return ranges.reduce((product, [from, to]) => product * (to - from), 1);
}

interface Place {
  readonly file: bigint;
  readonly path: string;
  readonly metadata: Metadata;
}

function readRaw<T>({ file, path, metadata }: Place, ranges: Ranges, use: (memory: DataView, at: number) => T): T {
  const [counts, offsets] = [ranges.map(([from, to]) => BigInt(to - from)), ranges.map(([from]) => BigInt(from))];
  const isOne = ranges.length === 0;
  return inMemory(metadata.size * countOf(ranges), at => {
    const steps = ranges.map(() => 1n);
    const status = isOne
      ? Module.get_dataset_data(file, path, null, null, null, BigInt(at))
      : Module.get_dataset_data(file, path, counts, offsets, steps, BigInt(at));
    if (status < 0) throw new Error('The values were not read.');
    try {
      return use(memoryNow(), at);
    } finally {
      if (hasParts(metadata) && isOne) Module.reclaim_vlen_memory(file, path, '', BigInt(at));
      else if (hasParts(metadata)) Module.reclaim_vlen_memory_count(file, path, '', BigInt(at), counts);
    }
  });
}

/** Takes memory of the library for as long as something is read. */
function inMemory<T>(bytes: number, read: (at: number) => T): T {
  const at = Module._malloc(Math.max(1, bytes));
  if (at === 0) throw new RangeError('There is no memory for so many values.');
  try {
    return read(at);
  } finally {
    Module._free(at);
  }
}

/** It is another one after each time it grew. */
function memoryNow(): DataView {
  return new DataView(Module.HEAPU8.buffer);
}

/** A file as `numpy.save` writes it. @param shape as Python writes it, such as `(2, 3)`. */
export function numpyFile(descr: string, shape: string, values: Uint8Array, isByColumns = false): Uint8Array {
  const text = `{'descr': ${descr}, 'fortran_order': ${isByColumns ? 'True' : 'False'}, 'shape': ${shape}, }`;
  const header = new TextEncoder().encode(`${text.padEnd(117)}\n`);
  const head = [0x93, ...new TextEncoder().encode('NUMPY'), 1, 0, header.length, 0];
  const bytes = new Uint8Array(head.length + header.length + values.length);
  bytes.set(head);
  bytes.set(header, head.length);
  bytes.set(values, head.length + header.length);
  return bytes;
}

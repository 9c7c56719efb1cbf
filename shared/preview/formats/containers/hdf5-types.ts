/** The classes of types in HDF5, by their numbers in the file format. */
export const CLASS = {
  integer: 0,
  float: 1,
  time: 2,
  string: 3,
  bits: 4,
  opaque: 5,
  record: 6,
  reference: 7,
  enum: 8,
  list: 9,
  array: 10,
  complex: 11,
} as const;

import type { FormatName } from '../../shared/preview/formats/formats.ts';
import type { PreviewKind } from '../../shared/preview/kind.ts';

/** What is shown of files of a kind. */
export const KINDS_SHOWN: { readonly [K in PreviewKind]: string } = {
  table: 'a table of any length: sorted, filtered, added up; as a plot, as a plate',
  markdown: 'as it reads, or as it is written',
  tree: 'a tree, or as it is written',
  picture: 'the picture',
  stack: 'each plane with contrast; channels together in colours',
  workbook: 'the sheets with their values as last saved; as a plot, as a plate',
  document: 'the text with headings, lists, tables and notes; titles of slides; who wrote a mail, and what is attached',
  pdf: 'the pages, with what was filled into forms',
  sections: '',
  code: 'the text in colours',
  text: 'the text',
  facts: 'what is known of the file',
};

/** What is shown of files of a format. */
export const FORMATS_SHOWN: { readonly [F in FormatName]: string } = {
  numpy: 'shape, type, first values; a plane as a picture',
  arrays: 'each array with shape, type, first values',
  fcs: 'keywords, channels, first events; two channels as dots, one as a histogram',
  ab1: 'the trace with base calls and qualities',
  fasta: 'records, lengths, the letters',
  fastq: 'records, lengths, qualities along the read',
  genbank: 'features and sequence',
  mzml: 'the run, its total ion current, a spectrum',
  prism: 'the tables, with what was excluded marked',
  rdml: 'reactions, Cq, amplification curves',
  eds: 'reactions, Cq, amplification curves',
  dicom: 'study and series; a frame as it asks to be shown, unless it is compressed',
  zeiss: 'size, channels and pixels; the image is not drawn',
  leica: 'size, channels and pixels of each image; none is drawn',
  nikon: 'size, channels and pixels; the image is not drawn',
  parquet: 'columns and first rows',
  hdf5: 'the tree of groups with shapes, attributes, first values; a plane as a picture',
  notebook: 'the cells with their outputs',
  zip: 'what is in it, without unpacking',
  eln: 'who made the export of an electronic notebook, and of what; what is in it',
};

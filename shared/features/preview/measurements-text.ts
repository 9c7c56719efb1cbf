import { formatCount, formatNumber } from '../../text/format.ts';

/** The words of Prism's files. */
export const prismTexts = { info: 'Information', notes: 'Notes' } as const;

/** The words of qPCR runs. */
export const qpcrTexts = {
  run: 'Run',
  version: 'Version',
  made: 'Made',
  name: 'Name',
  kind: 'Kind',
  instrument: 'Instrument',
  operator: 'Operator',
  samples: 'Samples',
  targets: 'Targets',
  reactions: 'Reactions',
  well: 'Well',
  sample: 'Sample',
  target: 'Target',
  cq: 'Cq',
  curvesOf: (run: string) => (run === '' ? 'Amplification' : `Amplification, ${run}`),
  cycle: 'Cycle',
  /** Programs give it in units of their own. */
  fluorescence: 'Fluorescence (a.u.)',
  /** Divided by the passive dye and less the baseline, so it has no unit. */
  deltaRn: 'ΔRn',
  first: (shown: number, all: number) => `The first ${formatNumber(shown)} of ${formatCount(all, 'curve')}.`,
  noCurves: 'This file holds no results that can be shown; they are written when the run was analysed.',
} as const;

/** The words of images of microscopes and scanners that are not drawn. */
export const imageTexts = {
  image: 'Image',
  images: 'Images',
  name: 'Name',
  size: 'Width × height',
  noHeight: (width: number) => `${width} × (the file names no height)`,
  noWidth: (height: number) => `(the file names no width) × ${height}`,
  planes: 'Planes in depth',
  times: 'Points in time',
  channels: 'Channels',
  scenes: 'Scenes',
  bits: 'Bits a pixel',
  type: 'Pixel type',
  pixel: 'Pixel size',
  pixelSize: (values: readonly string[]) => `${values.join(' × ')} µm`,
  pixelAxes: (known: readonly { axis: string; size: string }[]) =>
    known.map(({ axis, size }) => `${axis} ${size} µm`).join(', '),
  objective: 'Objective',
  when: 'Taken',
  by: 'Written by',
  about: 'Description',
  count: 'Images',
  notDrawn: 'The image itself is not drawn here; open it in the program of the microscope or in ImageJ.',
  compressed: (syntax: string) => `The picture is compressed (${syntax}) and is not drawn here.`,
  frame: 'Frame',
  frameAt: (at: number, all: number) => `${formatNumber(at)} of ${formatNumber(all)}`,
  window: (from: string, to: string) => `Black is ${from}, white is ${to}, as the file asks for.`,
} as const;

/** The words of medical images, by the tags of DICOM. */
export const dicomTexts = {
  noImage: 'There is no image in this file.',
  oddImage: 'The image in this file is not as the file says, or damaged, so it is not drawn.',
  endsEarly: 'This file ends too early or is damaged; what stands before that place is shown.',
  longHeader: 'What stands before the image is too long to be read whole; its first part is shown.',
  palette: 'The colours of this picture are in a palette that is not read here, so it is not drawn.',
  facts: 'Study and series',
  tags: {
    x00080060: 'Modality',
    x00080070: 'Manufacturer',
    x00081090: 'Model',
    x00080020: 'Study date',
    x00080030: 'Study time',
    x00081030: 'Study',
    x0008103e: 'Series',
    x00100010: 'Patient',
    x00100020: 'Patient ID',
    x00100030: 'Born',
    x00100040: 'Sex',
    x00180015: 'Body part',
    x00180050: 'Slice thickness (mm)',
    x00280030: 'Pixel spacing (mm)',
    x00200013: 'Number in series',
    x00280010: 'Rows',
    x00280011: 'Columns',
    x00280100: 'Bits allocated',
    x00280101: 'Bits stored',
    x00280004: 'Colours',
    x00280008: 'Frames',
  },
} as const;

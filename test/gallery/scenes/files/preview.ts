import type { Handlers } from '../../../../shared/contract.ts';
import { FaultError } from '../../../../shared/fault.ts';
import { contentTexts } from '../../../../shared/features/preview/text.ts';
import { chartTexts } from '../../../../shared/features/preview/chart-text.ts';
import { sequenceTexts } from '../../../../shared/features/preview/sequences-text.ts';
import { spectraTexts } from '../../../../shared/features/preview/spectra-text.ts';
import { documentTexts, pdfTexts, stackTexts, workbookTexts } from '../../../../shared/features/preview/files-text.ts';
import { arrayTexts } from '../../../../shared/features/preview/sections-text.ts';
import {
  markdownTexts,
  pictureTexts,
  previewTexts,
  tableTexts,
  textViewTexts,
  treeTexts,
} from '../../../../shared/features/preview/pane-text.ts';
import { DAY, MIB } from '../../../../shared/units.ts';
import { addressOfContent, contentNamed } from '../../lab/contents.ts';
import type { Hand } from '../../hand.ts';
import { ago } from '../../lab/lab.ts';
import { never, type Scene } from '../../scene.ts';
import { bareWindow, row } from './files.ts';

const TOP = '#/files/m1';
const FACTS = { modifiedAt: ago(3 * DAY), version: '0b9d2c61-7a53-4c1e-8a7e-5f1d3b2c4a60', mark: '1' };

/** A folder with this file in it, which is handed out by the gallery. */
export function withFile(name: string): Partial<Handlers> {
  const size = (): number => contentNamed(name)?.bytes.byteLength ?? 0;
  return {
    'files.window': async () => bareWindow({}, [row('1', name, 'local', { sizeBytes: size() })]),
    'content.open': async () => ({
      is: 'open',
      ...FACTS,
      name,
      sizeBytes: size(),
      sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      content: name,
      address: addressOfContent(name),
      from: 'here',
    }),
    'content.close': async () => null,
  };
}

/** Looks into it beside the list. */
export function beside(name: string): (hand: Hand) => Promise<void> {
  return async ({ choose, key }) => {
    await choose(name);
    await key(' ');
  };
}

/** Looks into it over the window. */
function over(name: string, more?: (hand: Hand) => Promise<void>): (hand: Hand) => Promise<void> {
  return async hand => {
    await hand.choose(name);
    await hand.key('Enter');
    await more?.(hand);
  };
}

function full(name: string, shows: readonly string[], steps = beside(name), called = name): Scene {
  return { screen: 'preview', state: 'full', name: called, route: TOP, answers: withFile(name), steps, shows };
}

/** It cannot be opened, and why. */
function refused(fault: FaultError['fault']): Partial<Handlers> {
  return { ...withFile('Plate 7 OD450.csv'), 'content.open': () => Promise.reject(new FaultError(fault)) };
}

const QPCR = 'IL6 qPCR.csv';
const ONLY_THERE = {
  is: 'not-here',
  ...FACTS,
  name: QPCR,
  sizeBytes: 35_000_000,
  sha256: null,
  mayFetch: true,
  mostBytes: 64 * MIB,
} as const;

/** A download that has come some way, and goes no further. */
function downloading(): Pick<Scene, 'world' | 'answers'> {
  let told: Parameters<NonNullable<Scene['world']>>[0]['topics'] | null = null;
  return {
    world: ({ topics }) => void (told = topics),
    answers: {
      ...withFile(QPCR),
      'content.open': ({ fetch, id, version }) => {
        if (fetch !== 'yes') return Promise.resolve(ONLY_THERE);
        told?.publish('content.fetching', [{ id, version, doneBytes: 12_300_000, sizeBytes: 35_000_000 }]);
        return never();
      },
    },
  };
}

/** Files that are looked into, and those that cannot be. */
export const previewScenes: readonly Scene[] = [
  {
    screen: 'preview',
    state: 'loading',
    route: TOP,
    answers: { ...withFile(QPCR), 'content.open': never },
    steps: beside(QPCR),
    shows: [previewTexts.opening],
  },
  {
    screen: 'preview',
    state: 'empty',
    route: TOP,
    answers: withFile(QPCR),
    steps: async hand => {
      await beside(QPCR)(hand);
      await hand.key('Escape');
    },
    shows: [previewTexts.none],
  },
  {
    screen: 'preview',
    state: 'partial',
    route: TOP,
    answers: {
      ...withFile(QPCR),
      'files.window': async () => bareWindow({}, [row('1', QPCR, 'remote', { sizeBytes: 35_000_000 })]),
      'content.open': async () => ONLY_THERE,
    },
    steps: beside(QPCR),
    shows: [previewTexts.fetch('35 MB')],
  },
  {
    screen: 'preview',
    state: 'partial',
    name: 'size not known',
    route: TOP,
    answers: { ...withFile(QPCR), 'content.open': async () => ({ ...ONLY_THERE, sizeBytes: null }) },
    steps: over(QPCR),
    shows: [previewTexts.notHere(null), previewTexts.fetchUnknown(64 * MIB)],
  },
  {
    screen: 'preview',
    state: 'partial',
    name: 'downloading',
    route: TOP,
    ...downloading(),
    steps: over(QPCR, async ({ press, see }) => {
      await see(previewTexts.fetch('35 MB'));
      await press(previewTexts.fetch('35 MB'));
    }),
    shows: [previewTexts.came(12_300_000, 35_000_000), previewTexts.stop],
  },
  {
    screen: 'preview',
    state: 'partial',
    name: 'shown as text',
    route: TOP,
    answers: withFile('broken.json'),
    steps: over('broken.json'),
    shows: [treeTexts.broken(`${treeTexts.at(2, 13)}.`)],
  },
  {
    screen: 'preview',
    state: 'offline',
    route: TOP,
    answers: refused({ kind: 'bad-request', detail: contentTexts.offline }),
    steps: beside('Plate 7 OD450.csv'),
    shows: [contentTexts.offline],
  },
  {
    screen: 'preview',
    state: 'no-permission',
    route: TOP,
    answers: refused({ kind: 'not-allowed', messages: ['You have no access to this file.'] }),
    steps: over('Plate 7 OD450.csv'),
    shows: ['You have no access to this file.'],
  },
  {
    screen: 'preview',
    state: 'error',
    route: TOP,
    answers: withFile('damaged.csv'),
    steps: beside('damaged.csv'),
    shows: [previewTexts.stopped.binary],
  },
  full('traces.raw', [previewTexts.noViewer, 'Instrument data']),
  full('Plate 7 OD450.csv', [tableTexts.preamble(6), '0,5754']),
  full(
    QPCR,
    [tableTexts.separator, 'Well Position'],
    over(QPCR, async ({ press, see }) => {
      await see('Well Position');
      await press(tableTexts.change);
      await see(tableTexts.header);
    }),
  ),
  full(
    QPCR,
    [tableTexts.figures(48)],
    over(QPCR, async ({ see, press, key }) => {
      await see('Well Position');
      await press(tableTexts.sortBy('CT'));
      document.querySelector<HTMLElement>('[role="grid"][aria-label^="Table"]')?.focus();
      for (let step = 0; step < 5; step++) await key('ArrowRight');
      await key('End', { ctrl: true, shift: true });
      await key('ArrowLeft', { shift: true });
      await key('ArrowLeft', { shift: true });
      await see(tableTexts.sum);
    }),
    'cells are added up',
  ),
  full(
    'Caffeine peaks.csv',
    [tableTexts.readingOf(5)],
    over('Caffeine peaks.csv', ({ press }) => press(tableTexts.reading)),
  ),
  full('Plate 7 analysis.xlsx', [workbookTexts.values, 'Staurosporine µM'], over('Plate 7 analysis.xlsx')),
  full('Plate 8 ELISA.xlsx', ['IL-6 ELISA, plate 8', 'Absorbance'], over('Plate 8 ELISA.xlsx')),
  full('Signed notebook page.pdf', [pdfTexts.missing(1)], over('Signed notebook page.pdf')),
  full('MTT viability.md', [markdownTexts.picture('gel of day 2')], over('MTT viability.md')),
  full('run.json', ['Cycler 3']),
  full(
    'analyse.py',
    [textViewTexts.matches(1, 3, true)],
    over('analyse.py', ({ write }) => write(textViewTexts.find, 'float')),
  ),
  full('instrument.log', [textViewTexts.lines(400), 'lamp 3 steady']),
  full('HeLa DAPI z-stack.tif', [stackTexts.kind(16, 'unsigned', false)], over('HeLa DAPI z-stack.tif')),
  full('HeLa DAPI z-stack.tif', [stackTexts.auto], beside('HeLa DAPI z-stack.tif'), 'a stack beside the list'),
  full(
    'HeLa DAPI z-stack.tif',
    [stackTexts.channel(2)],
    over('HeLa DAPI z-stack.tif', async ({ press, see }) => {
      await see(stackTexts.auto);
      await press(stackTexts.colourful);
    }),
    'channels as colours',
  ),
  full('Raw data.zip', ['plate7.csv'], over('Raw data.zip')),
  full('Fit of plate 7.ipynb', ['fit of plate 7', '2 outliers'], over('Fit of plate 7.ipynb')),
  full('not sequences.fasta', ['no sequences at all'], over('not sequences.fasta')),
  full('Dosing talk.pptx', ['Dosing in mice'], over('Dosing talk.pptx')),
  full('attention map.npy', [arrayTexts.planeAt(1)], over('attention map.npy')),
  full('Lysis protocol.docx', [documentTexts.note, 'Tris pH 7.5'], over('Lysis protocol.docx')),
  full('Thermal shift report.pdf', [pdfTexts.page(1, 3), 'Melting temperature'], over('Thermal shift report.pdf')),
  full('Panel A 24 h.fcs', ['SSC-A over FSC-A', chartTexts.asTable], over('Panel A 24 h.fcs')),
  full('Clone 7 M13F.ab1', ['Clone 7 M13F', chartTexts.asTable], over('Clone 7 M13F.ab1')),
  full('Plasma run 12.mzML', [spectraTexts.tic, chartTexts.asTable], over('Plasma run 12.mzML')),
  full(
    'Amplicons R1.fastq',
    [sequenceTexts.qualityChart, textViewTexts.asText, chartTexts.asTable],
    over('Amplicons R1.fastq'),
  ),
  full('colony.bmp', [pictureTexts.pixels(320, 220)]),
  full(
    'gel.svg',
    [pictureTexts.zoom(150)],
    over('gel.svg', async ({ press, see }) => {
      await see(pictureTexts.pixels(200, 120));
      await press(pictureTexts.whole);
      await press(pictureTexts.larger);
    }),
  ),
];

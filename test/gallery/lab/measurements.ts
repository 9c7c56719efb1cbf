import { makeTrace } from '../../preview/formats/made/ab1.ts';
import { encoded } from '../../preview/formats/made/bytes.ts';
import { makeFcs } from '../../preview/formats/made/fcs.ts';
import { makeMzml, spectrumOf, ticOf } from '../../preview/formats/made/mzml.ts';

/** The same numbers in every run, spread evenly from 0 to 1. */
function evenly(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** A number around 0, as nature spreads them. */
function spread(next: () => number): number {
  return Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next());
}

/** Cells of two sizes, a third of them stained. */
export function cytometry(): Uint8Array {
  const next = evenly(7);
  const events = 60_000;
  const view = new DataView(new ArrayBuffer(events * 12));
  for (let event = 0; event < events; event++) {
    const isLarge = event % 3 === 0;
    view.setFloat32(event * 12, (isLarge ? 120_000 : 60_000) + 12_000 * spread(next), true);
    view.setFloat32(event * 12 + 4, (isLarge ? 90_000 : 28_000) + 9000 * spread(next), true);
    view.setFloat32(event * 12 + 8, isLarge ? 9000 * Math.exp(0.5 * spread(next)) : 120 * spread(next), true);
  }
  const channel = { B: '32', R: '262144', E: '0,0', G: '1' };
  return makeFcs({
    version: 'FCS3.1',
    channels: [
      { N: 'FSC-A', V: '320', ...channel },
      { N: 'SSC-A', V: '270', ...channel },
      { N: 'FITC-A', S: 'CD4', V: '480', ...channel },
    ],
    keywords: { $DATATYPE: 'F', $TOT: String(events), $BYTEORD: '1,2,3,4', $CYT: 'Cytometer 2', $DATE: '27-NOV-2026' },
    data: new Uint8Array(view.buffer),
  });
}

/** A trace of 300 bases. */
export function trace(): Uint8Array {
  const next = evenly(11);
  return makeTrace(Array.from({ length: 300 }, () => 'ACGT'[Math.floor(next() * 4)]).join(''));
}

/** A run of 40 spectra with two substances. */
export function massSpectra(): Uint8Array {
  const next = evenly(5);
  const minutes = Array.from({ length: 200 }, (_, at) => at / 10);
  const peak = (minute: number, at: number): number => Math.exp(-((minute - at) ** 2) / 0.4);
  const current = minutes.map(minute => 1e6 * (0.05 + peak(minute, 6) + 0.6 * peak(minute, 12.5)) + 2e4 * next());
  const spectra = Array.from({ length: 40 }, (_, at) => {
    const mz = Array.from({ length: 60 }, (__, peakAt) => 100 + peakAt * 11.3 + next());
    return spectrumOf({ seconds: at * 30, mz, intensity: mz.map(() => Math.round(1e5 * next() ** 6)) }, at);
  });
  return makeMzml(spectra, { chromatogram: ticOf(minutes, current), index: { shift: 0 } });
}

/** Reads whose last bases are less sure. */
export function reads(): Uint8Array {
  const next = evenly(3);
  const lines = Array.from({ length: 400 }, (_, read) => {
    const length = 130 + Math.floor(next() * 20);
    const bases = Array.from({ length }, () => 'ACGT'[Math.floor(next() * 4)]).join('');
    const qualities = Array.from({ length }, (__, at) =>
      String.fromCharCode(33 + Math.max(2, Math.round(38 - (at / 60) ** 2 * 4 - next() * 6))),
    ).join('');
    return `@run7:1101:${read} 1:N:0\n${bases}\n+\n${qualities}\n`;
  });
  return encoded(lines.join(''));
}

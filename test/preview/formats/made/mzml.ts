import { zlibSync } from 'fflate';

import { encoded } from './bytes.ts';

/** What a test wants of a spectrum. */
export interface MadeSpectrum {
  readonly level?: 1 | 2;
  readonly seconds: number;
  readonly mz: readonly number[];
  readonly intensity: readonly number[];
  /** Said instead of the true number of values. */
  readonly length?: number;
  readonly isProfile?: boolean;
}

const term = (accession: string, name: string, value: string | number = ''): string =>
  `<cvParam cvRef="MS" accession="${accession}" name="${name}" value="${value}"/>`;

/** An array of 64 bits packed by zlib, or of 32 bits as it is. */
export function arrayOf(values: readonly number[], term1: string, isPacked: boolean): string {
  const plain = new Uint8Array(isPacked ? Float64Array.from(values).buffer : Float32Array.from(values).buffer);
  const base64 = btoa(Array.from(isPacked ? zlibSync(plain) : plain, byte => String.fromCharCode(byte)).join(''));
  const how = isPacked
    ? term('MS:1000523', '64-bit float') + term('MS:1000574', 'zlib compression')
    : term('MS:1000521', '32-bit float') + term('MS:1000576', 'no compression');
  return `<binaryDataArray encodedLength="${base64.length}">${how}${term1}<binary>${base64}</binary></binaryDataArray>`;
}

export function spectrumOf({ level = 1, seconds, mz, intensity, length, isProfile }: MadeSpectrum, at: number): string {
  const sum = intensity.reduce((all, each) => all + each, 0);
  return `<spectrum index="${at}" id="scan=${at + 1}" defaultArrayLength="${length ?? mz.length}">
<referenceableParamGroupRef ref="usual"/>${term('MS:1000511', 'ms level', level)}${term('MS:1000285', 'total ion current', sum)}
${isProfile ? term('MS:1000128', 'profile spectrum') : term('MS:1000127', 'centroid spectrum')}
<scanList count="1"><scan><cvParam accession="MS:1000016" name="scan start time" value="${seconds}" unitAccession="UO:0000010"/></scan></scanList>
<binaryDataArrayList count="2">${arrayOf(mz, term('MS:1000514', 'm/z array'), true)}${arrayOf(intensity, term('MS:1000515', 'intensity array'), false)}</binaryDataArrayList>
</spectrum>`;
}

/** An mzML file of spectra and, if wished, a chromatogram in minutes; with an index whose places are moved by `shift`. */
export function makeMzml(
  spectra: readonly string[],
  {
    chromatogram = '',
    index = null,
  }: { readonly chromatogram?: string; readonly index?: { readonly shift: number } | null } = {},
): Uint8Array {
  const list = chromatogram === '' ? '' : `<chromatogramList count="1">${chromatogram}</chromatogramList>`;
  const body = `<mzML version="1.1.0"><fileDescription><sourceFileList count="1"><sourceFile id="f" name="day 1.raw" location=""/></sourceFileList></fileDescription>
<referenceableParamGroupList count="1"><referenceableParamGroup id="usual">${term('MS:1000130', 'positive scan')}</referenceableParamGroup></referenceableParamGroupList>
<run id="run 1" startTimeStamp="2026-11-29T10:00:00Z"><spectrumList count="${spectra.length}">
${spectra.join('\n')}
</spectrumList>${list}</run></mzML>`;
  if (index === null) return encoded(`<?xml version="1.0"?>\n${body}`);
  const text = `<?xml version="1.0"?>\n<indexedmzML>${body}`;
  const places = [...text.matchAll(/<spectrum /g)].map(
    (match, at) => `<offset idRef="scan=${at + 1}">${match.index + index.shift}</offset>`,
  );
  return encoded(
    `${text}<indexList count="1"><index name="spectrum">${places.join('')}</index></indexList><indexListOffset>${text.length}</indexListOffset></indexedmzML>`,
  );
}

/** A chromatogram of the total ion current. */
export function ticOf(minutes: readonly number[], intensity: readonly number[]): string {
  const time = '<cvParam accession="MS:1000595" name="time array" value="" unitAccession="UO:0000031"/>';
  return `<chromatogram index="0" id="TIC" defaultArrayLength="${minutes.length}">${term('MS:1000235', 'total ion current chromatogram')}
<binaryDataArrayList count="2">${arrayOf(minutes, time, true)}${arrayOf(intensity, term('MS:1000515', 'intensity array'), true)}</binaryDataArrayList></chromatogram>`;
}

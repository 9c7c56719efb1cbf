import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { type Computer, type Lab, openLab, succeed } from '../benchtop.ts';

// Two versions of a file, as the service keeps them, compared by the command.

let lab: Lab;
let bench: Computer;

beforeAll(async () => {
  vi.setConfig({ testTimeout: 120_000 });
  lab = await openLab({ commandsHere: true });
  bench = await lab.computer('bench');
  await bench.mirror(await lab.service.owner.makeFolder('Compared', lab.service.knowledgeBase));
}, 180_000);

afterAll(() => lab?.close());

const caseOf = (name: string): Uint8Array =>
  readFileSync(new URL(`../../preview/files/cases/${name}`, import.meta.url));

/** Saves one version after the other, and prints what differs. */
async function difference(name: string, one: Uint8Array, other: Uint8Array) {
  for (const bytes of [one, other]) {
    await bench.write(name, bytes);
    await bench.sync();
  }
  const path = join(bench.folder, name);
  const { stdout } = await succeed(bench.run(['versions', 'diff', path]));
  const json: unknown = JSON.parse((await succeed(bench.run(['versions', 'diff', path, '--json']))).stdout);
  return { stdout, json };
}

test('06-hidden-digit: a digit that the format of its cell hides is told', async () => {
  const [one, other] = [caseOf('06-hidden-digit-one.xlsx'), caseOf('06-hidden-digit-other.xlsx')];
  const { stdout, json } = await difference('06-hidden-digit.xlsx', one, other);
  expect(stdout).toContain('0.1234 → 0.1189');
  expect(json).toMatchObject({
    kind: 'parts',
    of: 'sheets',
    parts: [{ kind: 'table', changes: [{ at: 'cell', one: '0.1234', other: '0.1189' }] }],
  });
});

test('07-text-box: words beside a text box are told', async () => {
  const [one, other] = [caseOf('07-text-box-one.docx'), caseOf('07-text-box-other.docx')];
  const { stdout, json } = await difference('07-text-box.docx', one, other);
  expect(stdout).toContain('Dose 5 mg.');
  expect(stdout).toContain('Dose 50 mg.');
  expect(json).toMatchObject({ kind: 'parts', of: 'text', parts: [{ kind: 'lines', changes: { length: 1 } }] });
});

test('16-full-range-16-bit: pictures are not called the same, and both are named by their hashes', async () => {
  const one = caseOf('16-full-range-16-bit.tif');
  const other = Uint8Array.from(one, (byte, at) => (at === 100 ? byte ^ 1 : byte));
  const { stdout, json } = await difference('16-full-range.tif', one, other);
  expect(stdout).toContain('Planes: 1 → 1');
  expect(json).toMatchObject({ kind: 'facts', why: 'image', planes: { one: 1, other: 1 } });
  const { sha256 } = json as { readonly sha256: { readonly one: string; readonly other: string } };
  expect(sha256.one).not.toBe(sha256.other);
});

test('a far second table of a text is compared with its own names of columns', async () => {
  const text = (beads: number): Uint8Array =>
    Buffer.from(
      `Median\nWell,IL-6,TNF\n${Array.from({ length: 6000 }, (_, at) => `A${at + 1},0.${at + 1000},${at}\n`).join('')}\nCount\nWell,Beads\nA1,51\nA2,${beads}\n`,
    );
  const { stdout } = await difference('xponent.csv', text(62), text(64));
  expect(stdout).toContain('A2, Beads: 62 → 64');
});

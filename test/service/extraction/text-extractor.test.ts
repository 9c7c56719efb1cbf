import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';

import { strToU8, zipSync } from 'fflate';
import { afterAll, expect, test } from 'vitest';
import { ZipFile } from 'yazl';

import { childrenWith } from '../../setup/on-posix.ts';
import { TextExtractor, extractText } from './text-extractor.ts';

const extractor = new TextExtractor();
afterAll(() => extractor.close());

/** How many processes of ours extract texts now. */
const processes = (): number => childrenWith('extraction-process');

/** 270 MiB of zeros, packed. */
async function zipBomb(): Promise<Uint8Array> {
  const zeros = Buffer.alloc(90 * 1024 * 1024);
  const bomb = new ZipFile();
  for (const path of ['word/a.xml', 'word/b.xml', 'word/c.xml']) bomb.addBuffer(zeros, path);
  bomb.end();
  return buffer(bomb.outputStream);
}

test('a package that claims to unpack to gigabytes has failed', async () => {
  const bytes = zipSync({ 'word/document.xml': strToU8('<w:p/>') });
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const central = Array.from({ length: bytes.length - 4 }, (_, at) => at).find(
    at => view.getUint32(at, true) === 0x02014b50,
  );
  view.setUint32((central ?? 0) + 24, 2_000_000_000, true);
  expect(await extractor.extract('bomb.docx', bytes)).toMatchObject({
    why: expect.stringMatching(/unpacks to more than 256 MiB/),
  });
});

test('a real zip bomb has failed, whatever its name', async () => {
  const bomb = await zipBomb();
  expect(bomb.length).toBeLessThan(4 * 1024 * 1024);
  for (const name of ['bomb.docx', 'bomb.xlsx', 'bomb.epub']) {
    expect(await extractor.extract(name, bomb)).toMatchObject({
      why: expect.stringMatching(/unpacks to more than 256 MiB/),
    });
  }
});

test('a file that takes too long has failed, and the next one is read', async () => {
  const hasty = new TextExtractor({ timeoutMs: 1500 });
  const endless = strToU8(`<p>${'<i>'.repeat(300_000)}`);
  expect(await hasty.extract('a.html', endless)).toEqual({
    status: 'failed',
    why: 'The conversion took longer than 1.5 seconds.',
  });
  expect(await hasty.extract('b.txt', strToU8('fine'))).toEqual({ status: 'done', text: 'fine' });
  await hasty.close();
});

test('a file that takes too much memory has failed, and the next one is read', async () => {
  const small = new TextExtractor({ heapMb: 48 });
  const many = strToU8(`<a>${'<b>x</b>'.repeat(1_000_000)}</a>`);
  expect(await small.extract('a.xml', many)).toEqual({
    status: 'failed',
    why: expect.stringMatching(/^The conversion broke off: .*memory/),
  });
  expect(await small.extract('b.txt', strToU8('fine'))).toEqual({ status: 'done', text: 'fine' });
  await small.close();
});

test('a file over the limit of size is not tried', async () => {
  const small = new TextExtractor({ sizeBytes: 2 * 1024 * 1024 });
  expect(small.neededBytes('a.pdf')).toBe(2 * 1024 * 1024 + 1);
  expect(small.neededBytes('a.tif')).toBe(0);
  expect(await small.extract('a.txt', new Uint8Array(2 * 1024 * 1024 + 1))).toEqual({
    status: 'failed',
    why: 'Files over 2 MiB are not converted.',
  });
  await small.close();
});

test('closing in the middle ends all that waits', async () => {
  const closing = new TextExtractor();
  const results = [
    closing.extract('a.pdf', readFileSync(new URL('fixtures/lysis.pdf', import.meta.url))),
    closing.extract('b.txt', strToU8('late')),
  ];
  await closing.close();
  expect(await Promise.all(results)).toEqual([
    { status: 'failed', why: 'The conversion broke off.' },
    { status: 'failed', why: 'The conversion broke off.' },
  ]);
});

test('a process with nothing to do ends, and the next file is read in a new one', async () => {
  const sleepy = new TextExtractor({ idleMs: 500 });
  const before = processes();
  expect(await sleepy.extract('a.txt', strToU8('one'))).toEqual({ status: 'done', text: 'one' });
  expect(processes()).toBeGreaterThan(before);
  await expect.poll(processes).toBe(before);
  expect(await sleepy.extract('b.txt', strToU8('two'))).toEqual({ status: 'done', text: 'two' });
  await sleepy.close();
});

test('a single file can be read without an extractor at hand', async () => {
  expect(await extractText('a.txt', strToU8('fine'))).toEqual({ status: 'done', text: 'fine' });
});

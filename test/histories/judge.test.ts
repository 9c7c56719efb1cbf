import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import type { ServiceClient } from '../end-to-end/service-client.ts';
import { Book } from './written-contents.ts';
import { judge } from './judge.ts';
import type { Rest } from './judge.ts';

let serviceData: string;
let version: string;

beforeEach(async () => {
  serviceData = await mkdtemp(join(tmpdir(), 'benchtop-judge-'));
  await mkdir(join(serviceData, 'content', 'objects'), { recursive: true });
  version = join(serviceData, 'content', 'objects', 'version');
});
afterEach(() => rm(serviceData, { recursive: true, force: true }));

/** An edit that is a version at the service and in no folder; no machine mirrors one. */
async function edited(book: Book): Promise<Omit<Rest, 'hadRemovals'>> {
  await writeFile(version, book.write('ada', 2));
  const owner = { files: () => Promise.resolve(new Map()), folders: () => Promise.resolve(new Map()) };
  return { book, machines: [], owner: owner as unknown as ServiceClient, root: 'root', serviceData };
}

test('an edit that a removal took with it counts once, and must stay within reach', async () => {
  const rest = await edited(new Book());
  expect(await judge({ ...rest, hadRemovals: true })).toBe(1);
  expect(await judge({ ...rest, hadRemovals: false })).toBe(0);
  await rm(version);
  await expect(judge({ ...rest, hadRemovals: true })).rejects.toThrow("I1: 'content 1 by ada' is lost");
});

test('an edit that is in no folder although nobody removed anything is missed', async () => {
  const rest = await edited(new Book());
  await expect(judge({ ...rest, hadRemovals: false })).rejects.toThrow('it is in no folder');
});

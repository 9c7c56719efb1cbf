import { open, readdir, stat } from 'node:fs/promises';
import { basename, extname, join, resolve } from 'node:path';

import type { EngineClient } from '../../../../shared/rpc/engine-client.ts';
import { portionsOf } from '../../../../shared/portions.ts';
import { FaultError } from '../../../../shared/fault.ts';
import type { DropPlan, DropReport, DropWish } from '../../../../shared/features/drops/model.ts';
import type { FolderPlace } from '../../../../shared/features/browse/place-model.ts';
import { fileCommandTexts } from '../../../../shared/features/edit/text.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT } from '../../runner/exit-codes.ts';

/** Bytes of one part; in base64 it stays well below what one message may hold. */
const PART_BYTES = 384 * 1024;

interface Found {
  /** Names joined by `/`, from what was named on. */
  readonly path: string;
  readonly at: string;
  readonly sizeBytes: number;
}

/**
 * Copies files and folders of this computer into a place. Where it is cut off, the engine tells later what was not added.
 * @throws Ending when one cannot be read at the beginning; then nothing is copied.
 */
export async function putAll(
  client: EngineClient,
  place: FolderPlace,
  { paths, folder }: { readonly paths: readonly string[]; readonly folder: string },
): Promise<{ plan: DropPlan; report: DropReport }> {
  const emptyFolders: string[] = [];
  const found = (
    await Promise.all(paths.map(path => walk(resolve(folder, path), basename(resolve(folder, path)), emptyFolders)))
  ).flat();
  const plan = await client.call('drops.begin', { place, wish: wishOf(found, emptyFolders) });
  const { ticket } = plan;
  const unread: { path: string; text: string }[] = [];
  for (const paths of portionsOf(found.map(({ path }) => path)))
    await client.call('drops.expect', { ticket, paths: [...paths] });
  // At the service no folder is made without a file in it; on this computer they are as they were.
  if (plan.where === 'here') for (const path of emptyFolders) await client.call('drops.folder', { ticket, path });
  for (const one of found)
    await putFile(client, ticket, one).catch((error: unknown) => {
      // It is in the report, unless it could not be read any more; the others are copied all the same.
      if (!(error instanceof FaultError)) unread.push({ path: one.path, text: fileCommandTexts.unread(one.at) });
    });
  const report = await client.call('drops.end', { ticket });
  await client.call('drops.seen', { ticket });
  const told = new Set(unread.map(({ path }) => path));
  return { plan, report: { ...report, left: [...report.left.filter(({ path }) => !told.has(path)), ...unread] } };
}

async function walk(at: string, path: string, emptyFolders: string[]): Promise<Found[]> {
  try {
    const facts = await stat(at);
    if (!facts.isDirectory()) return [{ path, at, sizeBytes: facts.size }];
    const names = await readdir(at);
    if (names.length === 0) emptyFolders.push(path);
    return (await Promise.all(names.map(name => walk(join(at, name), `${path}/${name}`, emptyFolders)))).flat();
  } catch (cause) {
    throw cause instanceof Ending ? cause : new Ending(EXIT.error, fileCommandTexts.unread(at));
  }
}

function wishOf(found: readonly Found[], emptyFolders: readonly string[]): DropWish {
  const tops = new Map<string, 'file' | 'folder'>(emptyFolders.map(path => [path.split('/')[0] ?? '', 'folder']));
  for (const { path } of found) tops.set(path.split('/')[0] ?? '', path.includes('/') ? 'folder' : 'file');
  const endings = new Map<string, number>();
  for (const { path } of found) endings.set(endingOf(path), (endings.get(endingOf(path)) ?? 0) + 1);
  return {
    tops: [...tops].map(([name, kind]) => ({ name, kind })),
    files: found.length,
    sizeBytes: found.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    largestBytes: found.reduce((most, { sizeBytes }) => Math.max(most, sizeBytes), 0),
    endings: [...endings].map(([ending, files]) => ({ ending, files })),
  };
}

function endingOf(path: string): string {
  return extname(path).toLowerCase();
}

/** Sends the bytes of one file in parts. Where it lies it is only read. @throws FaultError. */
export async function putFile(
  client: EngineClient,
  ticket: string,
  { path, at }: Pick<Found, 'path' | 'at'>,
): Promise<void> {
  const file = await open(at, 'r');
  try {
    const buffer = Buffer.alloc(PART_BYTES);
    for (let sent = 0; ;) {
      const { bytesRead } = await file.read(buffer, 0, PART_BYTES, sent);
      const isLast = bytesRead < PART_BYTES;
      const base64 = buffer.subarray(0, bytesRead).toString('base64');
      await client.call('drops.part', { ticket, path, at: sent, base64, isLast });
      sent += bytesRead;
      if (isLast) return;
    }
  } finally {
    await file.close();
  }
}

import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import type { WalkResult } from '../../../ports/folder-survey.ts';

/** The files below a folder that is no mirror yet; see `FolderSurveyor.walk`. */
export function walkPlain(folder: string, most: number): WalkResult {
  const files: { path: string; sizeBytes: number }[] = [];
  const waiting = [''];
  let isWhole = true;
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const inside = filesIn(folder, at);
    if (inside === null) isWhole = false;
    for (const each of inside?.folders ?? []) waiting.push(each);
    for (const each of inside?.files ?? []) files.push(each);
    if (files.length > most) return { files: files.slice(0, most), isWhole: false };
  }
  return { files, isWhole };
}

/** What is directly in a folder; null when it cannot be read. */
function filesIn(folder: string, at: string): { folders: string[]; files: WalkResult['files'] } | null {
  const entries = entriesOf(join(folder, at));
  if (entries === null) return null;
  const pathOf = (name: string): string => (at === '' ? name : `${at}/${name}`);
  const ours = entries.filter(({ name }) => pathOf(name) !== '.benchtop');
  const folders = ours.filter(entry => entry.isDirectory()).map(({ name }) => pathOf(name));
  const files: { path: string; sizeBytes: number }[] = [];
  for (const { name } of ours.filter(entry => entry.isFile())) {
    const sizeBytes = sizeOf(join(folder, pathOf(name)));
    if (sizeBytes !== null) files.push({ path: pathOf(name), sizeBytes });
  }
  return { folders, files };
}

function entriesOf(folder: string): Dirent[] | null {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return null;
  }
}

function sizeOf(path: string): number | null {
  try {
    return lstatSync(path).size;
  } catch {
    return null;
  }
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { calls } from '../../../shared/contract.ts';
import { namesBelow } from '../../setup/run/test-files.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** What the window asks and no command does, because there is nothing in it that a command does not say otherwise. */
const WINDOW_ALONE: { readonly [call: string]: string } = {
  'chat.attend': 'somebody looks at chat; chat ask waits by itself',
  'files.find': 'typing a name in the list leads to its line',
  'files.downloadPlace': 'fills in a field; files get takes any place',
  'folders.bringBack': 'removed restore brings folders back',
  'activity.export': 'activity --csv and --jsonl print it',
  'setUp.putChecklistAway': 'puts a list of the window away',
  'setUp.defaultPlace': 'fills in a field; a command names its place',
  'setUp.folders': 'files list lists folders',
  'setUp.measure': 'mirror preview counts',
  'setUp.plan': 'names folders below one place; mirror add names its own',
  'signIn.find': 'login says what is wrong with an address',
  'signIn.cancel': 'Ctrl-C ends login',
  'sharing.brief': 'share list tells it in full',
  'zones.checkPin': 'whoever gives commands needs no PIN',
  'search.whereIs': 'files details says where a thing is',
};

function callsIn(folder: string): ReadonlySet<string> {
  const files = namesBelow(join(root, folder));
  const text = files
    .filter(name => /\.tsx?$/.test(name))
    .map(name => readFileSync(join(root, folder, name), 'utf8'))
    .join('\n');
  return new Set(Object.keys(calls).filter(name => text.includes(`'${name}'`)));
}

test('whatever the window asks of the engine, a command asks too, or there is a reason', () => {
  const [window, commands] = [callsIn('renderer'), callsIn('main/cli')];
  const missing = [...window].filter(name => !commands.has(name) && !Object.hasOwn(WINDOW_ALONE, name));
  expect(missing).toEqual([]);
  // No reason outlives its need.
  expect(Object.keys(WINDOW_ALONE).filter(name => commands.has(name) || !window.has(name))).toEqual([]);
});

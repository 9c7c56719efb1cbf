import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { calls } from '../../../shared/contract.ts';
import { namesBelow } from '../../setup/run/test-files.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Calls that no command asks, because there is nothing in them that a command does not say otherwise. */
const WITHOUT_COMMAND: { readonly [call: string]: string } = {
  'files.ids': 'chooses all lines of a list; a command names what it means',
  'organization.files': 'org files asks it page by page, with what the window shares',
  'power.set': 'the app says whether the computer is on battery',
  'chat.attend': 'somebody looks at chat; chat ask waits by itself',
  'files.find': 'typing a name in the list leads to its line',
  'files.downloadPlace': 'fills in a field; files get takes any place',
  'folders.bringBack': 'removed restore brings folders back',
  'activity.export': 'activity --csv and --jsonl print it',
  'setUp.putChecklistAway': 'puts a list of the window away',
  'setUp.defaultPlace': 'fills in a field; a command names its place',
  'setUp.folders': 'files list lists folders',
  'setUp.localFolders': 'chooses a folder of this computer; a command names its path',
  'setUp.measure': 'mirror preview counts',
  'setUp.plan': 'names folders below one place; mirror add names its own',
  'signIn.find': 'login says what is wrong with an address',
  'signIn.cancel': 'Ctrl-C ends login',
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

test('every call of the contract is asked by a command, or there is a reason why not', () => {
  const commands = callsIn('main/cli');
  const missing = Object.keys(calls).filter(name => !commands.has(name) && !Object.hasOwn(WITHOUT_COMMAND, name));
  expect(missing).toEqual([]);
  // No reason outlives its need.
  expect(Object.keys(WITHOUT_COMMAND).filter(name => commands.has(name) || !Object.hasOwn(calls, name))).toEqual([]);
});

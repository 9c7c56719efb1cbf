import { CONTENT } from './security/content.ts';
import { FILES } from './security/files.ts';
import { NETWORK } from './security/network.ts';
import { PACKAGES } from './security/packages.ts';
import type { Requirement } from './security/requirement.ts';
import { WINDOWS } from './security/windows.ts';

/** Requirements about one thing: what it is called, what it is, and the first and last of their numbers. */
export interface Area {
  readonly title: string;
  readonly about: string;
  readonly first: number;
  readonly last: number;
  readonly rows: readonly Requirement[];
}

/** All that must hold. */
export const AREAS: readonly Area[] = [
  {
    title: 'Windows and the page in them',
    about: 'What is shown could try to reach more than it should.',
    first: 1,
    last: 14,
    rows: WINDOWS,
  },
  {
    title: 'What is in files and messages',
    about: 'Files and words come from others, who may mean harm to whoever looks at them.',
    first: 20,
    last: 28,
    rows: CONTENT,
  },
  {
    title: 'Files on this computer',
    about: 'Names come from others, and other people may use the same computer.',
    first: 30,
    last: 38,
    rows: FILES,
  },
  {
    title: 'The network, keys and passwords',
    about: 'What is sent passes networks that nobody knows, and who has a key is the person.',
    first: 40,
    last: 53,
    rows: NETWORK,
  },
  {
    title: 'Packages and updates',
    about: 'What is installed runs with all rights of whoever uses it.',
    first: 60,
    last: 68,
    rows: PACKAGES,
  },
];

/** Requirements without a test and without a reason. Adding one here is a decision that its author has to defend. */
export const OPEN: readonly string[] = [];

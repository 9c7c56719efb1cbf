import { z } from 'zod';

import * as account from '../../../shared/api/calls/account.ts';
import * as beyond from '../../../shared/api/calls/optional-calls.ts';
import * as connections from '../../../shared/api/calls/connections.ts';
import * as copies from '../../../shared/api/calls/copies.ts';
import type { Endpoint } from '../../../shared/api/endpoint.ts';
import { errorAnswer } from '../../../shared/api/errors.ts';
import * as exportJobs from '../../../shared/api/calls/exports.ts';
import * as files from '../../../shared/api/calls/files.ts';
import * as folders from '../../../shared/api/calls/folders.ts';
import * as invitations from '../../../shared/api/calls/invitations.ts';
import * as library from '../../../shared/api/calls/library.ts';
import * as organizations from '../../../shared/api/calls/organizations.ts';
import * as projects from '../../../shared/api/calls/projects.ts';
import * as reviews from '../../../shared/api/calls/reviews.ts';
import * as search from '../../../shared/api/calls/search.ts';
import * as sharing from '../../../shared/api/calls/sharing.ts';
import * as signIn from '../../../shared/api/calls/sign-in.ts';
import * as tasks from '../../../shared/api/calls/tasks.ts';
import * as uploads from '../../../shared/api/calls/uploads.ts';

const SECTIONS: readonly object[] = [
  ...[tasks, files, uploads, folders, sharing, library, search, projects, organizations, invitations],
  ...[copies, exportJobs, connections, account, signIn, reviews, beyond],
];

/**
 * The name of each schema in the document: what a section exports is called as there (`fileRow` is FileRow,
 * `folderAnswer` is Folder), other bodies and answers after their operation.
 */
export function schemaNames(endpoints: readonly Endpoint[]): Map<z.ZodType, string> {
  const names = new Map<z.ZodType, string>([[errorAnswer, 'Refusal']]);
  for (const [exported, schema] of SECTIONS.flatMap(section => Object.entries(section) as [string, unknown][])) {
    const isShape = schema instanceof z.ZodObject && !/(Body|Query|Field|Item)$/.test(exported);
    if (isShape) names.set(schema, pascal(exported.replace(/Answer$/, '')));
  }
  for (const { name, body, answer } of endpoints) {
    if (body !== null && !names.has(body)) names.set(body, `${pascal(name)}Body`);
    if (answer !== null && !names.has(answer)) names.set(answer, `${pascal(name)}Answer`);
  }
  const twice = [...names.values()].filter((name, index, all) => all.indexOf(name) !== index);
  if (twice.length > 0) throw new Error(`Two schemas are called ${twice.join(', ')}.`);
  return names;
}

function pascal(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

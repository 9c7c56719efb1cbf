import { z } from 'zod';

import { requirePresent } from '../../../shared/assert.ts';
import { SHARING } from './plan-shares.ts';
import type { SharingStep } from './plan-shares.ts';

const entries = z.array(z.object({ id: z.string(), principalType: z.string() }));

/** The filled sample, as far as sharing needs it. */
export interface Filled {
  /** Ids by path below the Knowledge Base. */
  readonly folders: ReadonlyMap<string, string>;
  readonly files: ReadonlyMap<string, string>;
  ask(by: SharingStep['by'], address: string, json?: object): unknown;
}

/** Has the people of the sample share what `plan-shares.ts` says. */
export function shareSample(filled: Filled): void {
  for (const step of SHARING) take(filled, step);
}

function take(filled: Filled, step: SharingStep): void {
  if (step.act === 'share') {
    const { what, role } = step;
    const principal = step.with === 'everyone' ? { isOrgWide: true } : { userId: step.with };
    filled.ask(step.by, `POST ${pathOf(filled, what)}/share`, { ...principal, role });
    return;
  }
  const path = pathOf(filled, step);
  if (step.act === 'break') {
    filled.ask(step.by, `POST ${path}/break-inheritance`);
    return;
  }
  const everyone = entries.parse(filled.ask(step.by, `GET ${path}/shares`)).filter(isForEveryone);
  for (const { id } of everyone) filled.ask(step.by, `DELETE ${path}/share/${id}`);
}

function isForEveryone(entry: z.infer<typeof entries>[number]): boolean {
  return entry.principalType === 'organization';
}

function pathOf(filled: Filled, what: { readonly folder: string } | { readonly file: string }): string {
  if ('folder' in what) return `/folders/${requirePresent(filled.folders.get(what.folder), what.folder)}`;
  return `/files/${requirePresent(filled.files.get(what.file), what.file)}`;
}

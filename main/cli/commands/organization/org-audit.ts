import { z } from 'zod';

import { auditLine, type AuditLine, auditPage } from '../../../../shared/features/organization/oversight-model.ts';
import { oversightTexts as texts } from '../../../../shared/features/organization/oversight-text.ts';
import { pick } from '../../output/public-json.ts';
import { type Row, row } from '../../runner/command-row.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT } from '../../runner/exit-codes.ts';
import { exitOf, whyNothing } from './optional-answer.ts';

interface Wanted {
  readonly action?: string;
  readonly user?: string;
  readonly page: string;
}

/** Who did what in the organization. */
export const auditRow: Row = row('org audit', {
  help: 'Lists who did what in the organization, newest first, a page of 100 at a time. For its owners and admins.',
  options: [
    ['--action <action>', "only this, as the service calls it, such as 'updateOrganization'"],
    ['--user <number>', "only what this person did; 'org members --json' prints the numbers"],
    ['--page <number>', 'older ones', '1'],
  ],
  json: pick(
    auditPage,
    'standing',
    { lines: z.array(pick(auditLine, 'id at action userId who via target')) },
    'total next',
  ),
  call: 'audit.page',
  input: ({ action, user, page }: Wanted) => ({
    action: action ?? null,
    user: user === undefined ? null : wholeOf(user),
    page: wholeOf(page),
  }),
  lines: ({ lines }) => lines.map(auditText),
  tell: ({ standing, lines }) => whyNothing('audit', standing, lines.length === 0 ? texts.noLines : null),
  exit: exitOf,
});

function wholeOf(text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new Ending(EXIT.usage, texts.noNumber(text));
  return Number(text);
}

function auditText({ at, action, userId, who, via, target }: AuditLine): string {
  const parts = [at, who ?? (userId === null ? null : `person ${userId}`), action, target, via];
  return parts.filter(part => part !== null).join('  ');
}

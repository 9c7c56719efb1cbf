import { z } from 'zod';

import { auditAction, auditThing, auditVia, auditWho } from '../../../../shared/features/organization/audit-text.ts';
import { auditLine, type AuditLine, auditPage } from '../../../../shared/features/organization/oversight-model.ts';
import { oversightTexts as texts } from '../../../../shared/features/organization/oversight-text.ts';
import { oversightWindow } from '../../../../shared/features/organization/oversight-window-text.ts';
import { publicFields } from '../../output/public-json.ts';
import { type Row, row } from '../../runner/command-row.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT } from '../../runner/exit-codes.ts';
import { namesOfTargets } from './audit-names.ts';
import { exitOf, whyNothing } from './optional-answer.ts';

interface Wanted {
  readonly action?: string;
  readonly user?: string;
  readonly page: string;
  readonly json?: true;
}

/** Who did what in the organization. */
export const auditRow: Row = row('org audit', {
  help: 'Lists who did what in the organization, in the order of the service, a page of 100 at a time. For its owners and admins.',
  options: [
    ['--action <action>', "only this, as 'org audit --json' prints it, such as 'updateOrganization'"],
    ['--user <number>', "only what this person did; 'org members --json' prints the numbers"],
    ['--page <number>', 'older ones', '1'],
  ],
  json: publicFields(
    auditPage,
    'standing',
    { lines: z.array(publicFields(auditLine, 'id at action userId who via target')) },
    'total next',
  ),
  run: async ({ client }, { action, user, page, json }: Wanted) => {
    const answer = await client.call('audit.page', {
      action: action ?? null,
      user: user === undefined ? null : wholeOf(user),
      page: wholeOf(page),
    });
    // Scripts get the ids; each name costs a request.
    return { ...answer, names: json ? NO_NAMES : await namesOfTargets(client, answer.lines) };
  },
  lines: ({ lines, names }) => lines.map(line => auditText(line, names)),
  tell: ({ standing, lines }) => whyNothing('audit', standing, lines.length === 0 ? texts.noLines : null),
  exit: exitOf,
});

const NO_NAMES: ReadonlyMap<string, string> = new Map();

function wholeOf(text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new Ending(EXIT.usage, texts.noNumber(text));
  return Number(text);
}

function auditText(line: AuditLine, names: ReadonlyMap<string, string>): string {
  const { at, action, target, via } = line;
  const thing = auditThing(line, names.get(target ?? '') ?? null);
  const moment = at ?? oversightWindow.audit.nobody;
  const parts = [moment, auditWho(line), auditAction(action), thing, via === null ? '' : auditVia(via)];
  return parts.filter(part => part !== '').join('  ');
}

import type { Command } from 'commander';

import type { AuditLine } from '../../../../shared/features/organization/oversight-model.ts';
import { oversightTexts as texts } from '../../../../shared/features/organization/oversight-text.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT } from '../../runner/exit-codes.ts';
import { type Format, JSON_OPTION } from '../../output/json-option.ts';
import { toldOf } from './optional-answer.ts';

interface AuditOptions extends Format {
  readonly action?: string;
  readonly user?: string;
  readonly page: string;
}

/** `org audit`. */
export function addOrgAudit(org: Command, context: CommandContext): void {
  org
    .command('audit')
    .description(
      'Lists who did what in the organization, newest first, a page of 100 at a time. For its owners and admins.',
    )
    .option('--action <action>', "only this, as the service calls it, such as 'updateOrganization'")
    .option('--user <number>', "only what this person did; 'org members --json' prints the numbers")
    .option('--page <number>', 'older ones', '1')
    .option(...JSON_OPTION)
    .action(({ action, user, page, json }: AuditOptions) =>
      context.ask(async ({ client }) => {
        const wanted = { action: action ?? null, user: user === undefined ? null : wholeOf(user), page: wholeOf(page) };
        const { standing, lines, total, next } = await client.call('audit.page', wanted);
        if (json) context.printJson({ v: 1, standing, lines: lines.map(shape), total, next });
        else context.printLines(lines.map(line));
        return toldOf(context, 'audit', standing, lines.length === 0 ? texts.noLines : null);
      }),
    );
}

function wholeOf(text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new Ending(EXIT.usage, texts.noNumber(text));
  return Number(text);
}

function shape({ id, at, action, userId, who, via, target }: AuditLine): object {
  return { id, at, action, userId, who, via, target };
}

function line({ at, action, userId, who, via, target }: AuditLine): string {
  const parts = [at, who ?? (userId === null ? null : `person ${userId}`), action, target, via];
  return parts.filter(part => part !== null).join('  ');
}

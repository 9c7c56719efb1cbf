import { type Argument, Command, type Option } from 'commander';
import { z } from 'zod';

import { allCommands } from '../../main/cli/commands/table.ts';
import { madeHere } from '../../main/cli/output/public-json.ts';
import type { CommandContext } from '../../main/cli/runner/command-context.ts';
import { addRows, schemaOf, type Row } from '../../main/cli/runner/command-row.ts';
import { EXIT_HELP } from '../../main/cli/runner/exit-codes.ts';
import { isNumber, SETTING_ROWS } from '../../shared/features/settings/settings-table.ts';

const INTRODUCTION = `# The command line

_Written by \`node test/cli-reference/write.ts\` from the table of commands; a test fails when the two differ._

Every command takes \`--data <folder>\`, the folder in which Benchtop keeps its records, and \`--help\`. Where a Benchtop
runs on that folder, the command asks it; else it opens the records itself. With \`--json\` a command prints one JSON object
on one line; its first field is \`v\`, which is 1. Fields are added over time, never changed or taken away. What is marked
with \`?\` may be left out.`;

const COMMANDS = await Promise.all(
  (await allCommands()).map(async row => ({
    ...row,
    schema: row.json === undefined ? null : await schemaOf(row.json),
  })),
);

const unused = (): never => {
  throw new Error('no command is run to describe it');
};
const NO_CONTEXT: CommandContext = {
  place: unused,
  ask: unused,
  tell: unused,
  printLines: unused,
  printJson: unused,
};

/** The reference of the command line, as `assets/guide/cli.md` has it. */
export function referencePage(): string {
  const program = new Command('benchtop');
  addRows(program, NO_CONTEXT, COMMANDS);
  const shown = COMMANDS.filter(({ isHidden }) => isHidden !== true);
  const sections = shown.map(row => sectionOf(row, commandOf(program, row)));
  return `${[INTRODUCTION, exitCodes(), settings(), ...sections].join('\n\n')}\n`;
}

function exitCodes(): string {
  const codes = [...EXIT_HELP.matchAll(/^ {2}(\d+) +(.+)$/gm)];
  return `## Exit codes\n\n${listed(codes.map(([, code = '', what = '']) => `\`${code}\` ${what}`))}`;
}

/** The settings of `config`, from their table. */
function settings(): string {
  const lines = SETTING_ROWS.map(([name, row]) => {
    const values = isNumber(row)
      ? `${row.least} to ${row.most === Number.MAX_SAFE_INTEGER ? 'any' : row.most}, usually ${row.start}`
      : Object.keys(row.choices)
          .map(choice => `\`${choice}\``)
          .join(', ');
    return `\`${name}\` (${values}) ${row.hint}`;
  });
  return `## Settings\n\n${listed(lines)}`;
}

function commandOf(program: Command, { words }: Row): Command {
  const names = words.split(' ').filter(word => !/^[<[]/.test(word));
  return names.reduce((command, name) => {
    const child = command.commands.find(each => each.name() === name);
    if (child === undefined) throw new Error(`There is no command '${words}'.`);
    return child;
  }, program);
}

function sectionOf({ words, schema }: (typeof COMMANDS)[number], command: Command): string {
  const depth = words.split(' ').filter(word => !/^[<[]/.test(word)).length;
  return [
    `${'#'.repeat(depth + 1)} benchtop ${words}`.replaceAll('<', '\\<'),
    paragraphs(command.description() || command.summary()),
    listed(command.registeredArguments.map(argumentLine)),
    listed(command.options.map(optionLine)),
    schema === null ? '' : `JSON: ${fieldsOf(schema).join(', ')}`,
  ]
    .filter(part => part !== '')
    .join('\n\n');
}

/** Examples are set in with two spaces in a help text. */
function paragraphs(text: string): string {
  return text
    .split('\n\n')
    .map(part => (part.startsWith('  ') ? `\`\`\`\n${part.replaceAll(/^ {2}/gm, '')}\n\`\`\`` : escaped(part)))
    .join('\n\n');
}

function escaped(text: string): string {
  return text.replaceAll(/[*<_]/g, sign => `\\${sign}`);
}

function listed(lines: readonly string[]): string {
  return lines.map(line => `- ${line}`).join('\n');
}

function argumentLine(argument: Argument): string {
  const { description, argChoices } = argument;
  const preset: unknown = argument.defaultValue;
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return lineOf(argument.required ? `<${name}>` : `[${name}]`, description, [argChoices, preset]);
}

function optionLine(option: Option): string {
  const { flags, description, argChoices, mandatory, negate } = option;
  const preset: unknown = negate ? undefined : option.defaultValue;
  return lineOf(flags, mandatory ? `${description} (needed)` : description, [argChoices, preset]);
}

function lineOf(code: string, about: string, [choices, preset]: readonly [readonly string[] | undefined, unknown]) {
  const facts = [
    ...(choices === undefined ? [] : [`one of ${choices.join(', ')}`]),
    ...((typeof preset === 'string' && preset !== '') || typeof preset === 'number' ? [`else ${preset}`] : []),
  ];
  const end = facts.length === 0 ? '' : ` (${facts.join('; ')})`;
  return `\`${code}\` ${escaped(about)}${end}`.replace('  (', ' (').trimEnd();
}

function fieldsOf(schema: z.ZodObject): readonly string[] {
  return pathsOf(schema, '').map(path => `\`${path}\``);
}

function pathsOf(schema: z.core.$ZodType, path: string): readonly string[] {
  if (schema === madeHere) return [path];
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) return pathsOf(schema.def.innerType, path);
  if (schema instanceof z.ZodOptional) return pathsOf(schema.def.innerType, `${path}?`);
  if (schema instanceof z.ZodArray) return pathsOf(schema.element, `${path}[]`);
  if (schema instanceof z.ZodRecord) return pathsOf(schema.valueType, `${path}.*`);
  if (schema instanceof z.ZodUnion) return [...new Set(schema.options.flatMap(option => pathsOf(option, path)))];
  if (!(schema instanceof z.ZodObject)) return [path];
  const shape: Readonly<Record<string, z.ZodType>> = schema.shape;
  return Object.entries(shape).flatMap(([name, field]) => pathsOf(field, path === '' ? name : `${path}.${name}`));
}

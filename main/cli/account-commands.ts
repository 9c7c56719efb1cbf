import { type Command, Option } from 'commander';

import { FaultError } from '../../shared/fault.ts';
import type { Desk } from './desk.ts';
import { Ending } from './ending.ts';
import { EXIT } from './exit-codes.ts';
import { capabilitiesShape } from './json-shapes.ts';
import { capabilityLines } from './plain-text.ts';

interface LoginOptions {
  readonly service: string;
  readonly store?: 'keyring' | 'file';
}

/** `login`, `logout`, `capabilities`. */
export function addAccountCommands(program: Command, desk: Desk): void {
  program
    .command('login')
    .summary('sign in to a service with an API key')
    .description(
      'Signs in to a service. The key is read from standard input, never from the arguments, where others could see it:\n\n' +
        '  benchtop login --service https://kb.example.org/api/v1 --key-stdin < KEYFILE',
    )
    .requiredOption('--service <URL>', "the service's address (https; http only on this computer)")
    .requiredOption('--key-stdin', 'read the key from standard input')
    .addOption(
      new Option(
        '--store <place>',
        "where the key is kept: the system's key store, or a file only you can read; without it the key store, else the file",
      ).choices(['keyring', 'file']),
    )
    .action((options: LoginOptions) => login(options, desk));
  program
    .command('capabilities')
    .summary('list what was learnt of the service')
    .description('Lists what the answers of the service showed of it where its specification leaves it open.')
    .option('--json', 'print one JSON object')
    .action((options: { readonly json?: true }) =>
      desk.ask(async ({ client }) => {
        const found = await client.call('account.capabilities', null);
        if (options.json) desk.printJson(capabilitiesShape(found));
        else desk.printLines(capabilityLines(found));
      }),
    );
  program
    .command('logout')
    .summary('forget the key')
    .description('Forgets the key on this computer. No file is touched; nothing more is sent or downloaded.')
    .action(() =>
      desk.ask(async ({ client }) => {
        await client.call('account.signOut', null);
        desk.tell('Signed out. Your files stay where they are.');
      }),
    );
}

async function login({ service, store }: LoginOptions, desk: Desk): Promise<void> {
  const key = (await desk.place().caller.readInput()).trim();
  if (key === '') throw new Ending(EXIT.usage, 'No key came on standard input. Write: benchtop login … < KEYFILE');
  await desk.ask(async ({ client }) => {
    const signedIn = await client
      .call('account.signIn', { service, key, store: store ?? null })
      .catch((error: unknown) => {
        throw isSignedOut(error) ? keyRefused(service) : error;
      });
    if (signedIn.notice !== null) desk.tell(signedIn.notice);
    const organization = signedIn.organization === null ? '' : `, organization ${signedIn.organization}`;
    desk.tell(`Signed in at ${service}${organization}.`);
  });
}

function isSignedOut(error: unknown): boolean {
  return error instanceof FaultError && error.fault.kind === 'signed-out';
}

function keyRefused(service: string): Ending {
  return new Ending(
    EXIT.signIn,
    `The service at ${service} does not accept this key. Nothing was changed. Check the key, or make a new one, and try again.`,
  );
}

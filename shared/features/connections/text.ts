import type { AuthorizationOutcome, ConnectionInfo } from './model.ts';
import { serviceSaid } from '../../text/fault-text.ts';

/** What is said of connections to tool servers and providers (spec 2.11). */
export const connectionTexts = {
  absent: 'This service has no connections.',
  gone: 'The service does not show this connection: it was removed, or you lost access to it.',
  providerGone: 'The service does not know this provider. Look again at what there is to connect to.',
  notAllowed: (said: readonly string[]) =>
    `Your role, your key or your organization’s rules do not allow this. Nothing was changed.${serviceSaid(said)}`,
  changedMeanwhile: (field: string, now: string) =>
    `Somebody changed this meanwhile: ${field} is ${now} now. Nothing was overwritten; look again.`,
  policyBusy: 'Others keep changing the rules of this provider. Nothing of yours was changed; try again in a moment.',
  noPolicy: 'The service does not say what is allowed of this provider. Nothing was changed.',
  noAddress: 'That is no address of a server. It begins with https://',
  secretInAddress:
    'This address has a name or password in it, which everybody who sees the connection could read. Put secrets into headers.',
  noHeaderName: (name: string) => `'${name}' is no name of a header. It has letters, figures, dots and dashes.`,
  noHeaderValue: (name: string) =>
    `What header '${name}' carries is empty, or has signs in it that no header can carry.`,
  headersForgotten:
    'The address leads to another server now, so the headers of the old one were forgotten. Give them again if it needs them.',

  fields: {
    name: 'the name',
    url: 'the address',
    transport: 'the transport',
    allowedTools: 'the choice of tools',
  },
  policyFields: {
    enabled: 'whether it may be used',
    methods: 'the ways to connect',
    groups: 'what may be asked for',
    customEndpoint: 'whether own addresses may be used',
    domains: 'the domains of accounts',
    accessLevel: 'the level of access',
  },
  shownValue: (value: string | boolean | readonly string[] | null): string => {
    if (value === null) return 'not told';
    if (typeof value === 'boolean') return value ? 'yes' : 'no';
    if (typeof value === 'string') return `“${value}”`;
    return value.length === 0 ? 'none' : value.join(', ');
  },

  authorizing: {
    noDoors: 'This Benchtop cannot authorize through a browser. Use a key in a header, where the provider takes one.',
    noAddress: 'The service did not say where to authorize. Nothing was begun.',
    strangeAddress:
      'The service named an address for the authorization that is not safe to open, so nothing was opened.',
    noState:
      'The service named nothing by which an answer could be told from somebody else’s, so nothing was begun. Tell the people who run it.',
    unknownTicket: 'This authorization is over. Begin again.',
    notShown:
      'The service says that the authorization was completed, but does not show the connection. Look again before you rely on it.',
    back: {
      done: {
        title: 'You can go back to Benchtop',
        text: 'The authorization goes on there. This page is no longer needed.',
      },
      stopped: {
        title: 'This authorization was stopped',
        text: 'The answer that came back does not belong to what Benchtop began. Nothing was connected. Begin again in Benchtop.',
      },
      refused: {
        title: 'The authorization did not work',
        text: 'Benchtop says what happened. This page is no longer needed.',
      },
    },
  },
} as const;

/** How an authorization that connected nothing ended. */
export function authorizationText(outcome: Exclude<AuthorizationOutcome, { name: 'connected' }>): string {
  switch (outcome.name) {
    case 'mismatch':
      return 'The authorization was stopped: the answer that came back does not belong to the one that was begun. Nothing was connected. Begin again.';
    case 'refused':
      return outcome.message === null
        ? 'The authorization was refused. Nothing was connected.'
        : `The authorization was refused: “${outcome.message.replaceAll(/\s+/g, ' ')}” Nothing was connected.`;
    case 'expired':
      return 'The service ended the authorization before it was finished. Nothing was connected. Begin again.';
    case 'over':
      return 'The authorization took too long, or was given up. Nothing was connected.';
  }
}

/** Words of the service, looked up without regard to case; an unknown one stays as it is. */
function wordOf(words: { readonly [word: string]: string }, said: string): string {
  return Object.hasOwn(words, said.toLowerCase()) ? (words[said.toLowerCase()] ?? said) : said;
}

const STATUSES = { unverified: 'Not tried yet', connected: 'Connected', failed: 'Failed' };
const SCOPES = { user: 'Personal', organization: 'Organization' };
const METHODS = {
  oauth: 'signing in at the provider',
  'api-key': 'a key',
  'custom-endpoint': 'an address of your own',
};
const LEVELS = { read: 'Read only', 'read-write': 'Read and write' };

/** How a connection stood when it was asked last; an unknown word as it is. */
export function connectionStatus(status: string): string {
  return wordOf(STATUSES, status);
}

/** Whose a connection is; an unknown word as it is. */
export function scopeText(scope: string): string {
  return wordOf(SCOPES, scope);
}

/** A way to connect; an unknown word as it is. */
export function methodText(method: string): string {
  return wordOf(METHODS, method);
}

/** The same at the beginning of a line; an unknown word stays as it is. */
export function methodTitle(method: string): string {
  const text = methodText(method);
  return text === method ? text : text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** How much may be done; an unknown word as it is. */
export function levelText(level: string): string {
  return wordOf(LEVELS, level);
}

/** The words of the command line. */
export const connectionCommandTexts = {
  none: 'No connection. To see what there is to connect to: benchtop connections catalog',
  noProviders: 'The service lists nothing to connect to.',
  noServers: 'The public registry has nothing like this.',
  more: (cursor: string) => `There is more: add --cursor ${cursor}`,
  strangers: 'Strangers wrote these entries about themselves. Nobody here checked them.',
  notInventory: 'Only owners and admins of the organization see everybody’s connections.',
  noSuch: (what: string) => `No connection fits '${what}'. To see them: benchtop connections list`,
  noSuchProvider: (what: string) => `No provider fits '${what}'. To see them: benchtop connections catalog`,
  several: (what: string, names: readonly string[]) => `'${what}' may be: ${names.join(', ')}. Write the id.`,
  added: ({ name, id, status }: ConnectionInfo) =>
    `Connection '${name}' is added (${id})${status === null ? '' : `: ${connectionStatus(status)}`}.`,
  changed: (name: string) => `Connection '${name}' is changed.`,
  removeAsk: (name: string) =>
    `Connection '${name}' would be removed and its secrets forgotten. Nothing was changed. To do it, add --yes.`,
  removed: (name: string) => `Connection '${name}' is removed.`,
  isDefault: (name: string) => `'${name}' is the one that is meant where its provider is.`,
  switched: (name: string, isOn: boolean) => `'${name}' is ${isOn ? 'on' : 'off'}.`,
  probed: (name: string, said: string) => `'${name}': ${said}`,
  nothingToDo: 'Say what to change. Add --help for what there is.',
  policySet: (name: string) => `What is allowed of ${name} is changed.`,
  headersForm: (line: number) =>
    `Line ${line} of the headers is none. Each line is a name, a colon and a value, such as: Authorization: Bearer …`,
  headersTwice: 'Say once where the headers come from.',
  noHeadersRead: (file: string, why: string) => `The headers in '${file}' could not be read (${why}).`,
  headersTooLarge: (file: string) => `'${file}' is too large for headers: at most 64 KiB are read.`,
  noHeadersCame: 'No header came on standard input.',
  both: 'Name tools, or all of them, not both.',
  onOff: (text: string) => `'${text}' is neither 'on' nor 'off'.`,
  authorizeAsk: (name: string, groups: readonly string[] | null) =>
    groups === null
      ? `${name} would be asked, in your browser, for everything your organization allows. Nothing was begun. To do it, add --yes.`
      : `${name} would be asked, in your browser, for: ${groups.length === 0 ? 'nothing' : groups.join(', ')}. Nothing was begun. To do it, add --yes.`,
  noProviderTold: (name: string) => `The service does not say where '${name}' leads. Name its provider as well.`,
  nameProvider: 'Say where: benchtop connections authorize PROVIDER. To see them: benchtop connections catalog',
  openInBrowser: 'Open this address in your browser and finish there. Show it to nobody:',
  authorized: ({ name, account, id }: ConnectionInfo) =>
    `'${name}' is connected${account === null ? '' : ` with the account ${account}`} (${id}).`,
} as const;

import { row } from './requirement.ts';
import type { Requirement } from './requirement.ts';

/** What leaves the computer, and where the secrets are. */
export const NETWORK: readonly Requirement[] = [
  row(
    'S40',
    'Everything is encrypted but what stays on this computer: TLS 1.2 or newer, with a certificate for that very name. No setting, no variable of the environment and no flag of Node turns this off.',
    [
      [
        'test/ports/http/http-encryption.test.ts',
        'a variable of the environment that has Node believe any certificate is not obeyed [S40]',
      ],
      [
        'test/ports/http/http-encryption.test.ts',
        'a server that knows nothing newer than TLS 1.1 is no server, whatever Node was started with [S40]',
      ],
      [
        'test/ports/http/http-encryption.test.ts',
        'a certificate for another name is not believed, also when a person trusts its issuer [S40]',
      ],
      ['test/security/sources.test.ts', 'no setting, no variable and no line of code weakens certificates [S40]'],
      ['test/end-to-end/commands/bad-input.test.ts', 'the address %j is refused before anything is sent'],
    ],
  ),
  row(
    'S41',
    'Trusted are the certificates that the program brings, those of the system, and those a person names in a file.',
    [
      [
        'test/ports/http/http-encryption.test.ts',
        'whoever this computer trusts is trusted, without a word in Benchtop [S41]',
      ],
      [
        'test/ports/http/http-route.test.ts',
        'a certificate that a person trusts is believed, beside those of the system',
      ],
      ['test/ports/http/http-route.test.ts', 'a route that makes no sense is refused and changes nothing'],
    ],
  ),
  row(
    'S42',
    'The proxy is the one that a person names, the system’s or the environment’s; it learns the name of the server and nothing else, and this computer is never asked through one. A proxy that wants a Windows sign-in is a known limit without the desktop app.',
    [
      [
        'test/ports/http/http-encryption.test.ts',
        'a proxy learns the name of the server, and neither the key nor what is asked [S42]',
      ],
      [
        'test/ports/http/http-encryption.test.ts',
        'a proxy that shows a certificate of its own in the place of the server is not believed [S42]',
      ],
      [
        'test/ports/http/http-route.test.ts',
        'a proxy that a person names is used for servers elsewhere, and never for this computer',
      ],
      ['test/electron/security.suite.ts', 'the system is asked how it reaches the service'],
      ['test/main/shell/links.test.ts', 'S42 of the system’s answer %s the first proxy that can be used counts'],
      [
        'test/ports/http/http-route.test.ts',
        'without a word the proxy of the environment is used, but for what it excepts',
      ],
      ['test/end-to-end/commands/network-command.test.ts', '%j is refused in words, and nothing is changed'],
    ],
  ),
  row(
    'S43',
    'The key goes to the service alone. No redirect is ever followed with it, or at all: an address for bytes is asked as it was named. No answer is read without end, however long or deep it is.',
    [
      [
        'test/end-to-end/daemons/canary.test.ts',
        'each secret goes to the one host that it is for, and to no other [S43, S44, S45]',
      ],
      [
        'test/main/remote/transfer/storage.test.ts',
        'the storage sees the bytes and their type, and nothing of who we are',
      ],
      ['test/ports/http/http.suite.ts', 'a redirect is an answer like any other'],
      ['test/ports/http/webhook.test.ts', 'a redirect is not followed'],
      [
        'test/main/remote/api/endless-answers.test.ts',
        'an answer without end is not read to it, whether it is one or a refusal [S43]',
      ],
      [
        'test/main/remote/api/endless-answers.test.ts',
        '%s that is nested two hundred thousand deep is passed over [S43]',
      ],
      [
        'test/main/remote/api/endless-answers.test.ts',
        'an answer that is nothing but depth is one of an unexpected form [S43]',
      ],
      [
        'test/main/items/content.test.ts',
        'nothing is fetched unasked but what takes a moment, and nothing that is too large',
      ],
      [
        'test/security/sources.test.ts',
        'only one place reaches servers, so that its rules hold for all of them [S40, S42, S43]',
      ],
    ],
  ),
  row(
    'S44',
    'An address for bytes must be https and outside of private networks, unless the service itself is inside; http only on this computer, for a service on this computer. It is a secret: it is neither logged nor kept.',
    [
      [
        'test/main/remote/transfer/storage.test.ts',
        'an address that leads into this computer or its network is not followed: %s',
      ],
      [
        'test/main/remote/transfer/storage.test.ts',
        'an address that only looks like one of the world is not followed: %s',
      ],
      [
        'test/main/remote/transfer/storage.test.ts',
        'a service on this computer may keep its bytes on this computer, also without encryption',
      ],
      [
        'test/main/remote/transfer/storage.test.ts',
        'a service in a private network may keep its bytes there, encrypted',
      ],
      [
        'test/end-to-end/daemons/canary.test.ts',
        'no secret is in the records, the log or what lies beside them, but in the two files made for them [S45]',
      ],
    ],
  ),
  row(
    'S45',
    'The key lives in the system’s key store or, where there is none, in a file of its own; the address and the authorization of a webhook in another. Nowhere else: not in the records, settings or logs, not in a support bundle, not in what a program is started with or what it hands on.',
    [
      ['test/end-to-end/daemons/canary.test.ts', 'the secrets were really in use [S45]'],
      [
        'test/end-to-end/daemons/canary.test.ts',
        'no secret is in the records, the log or what lies beside them, but in the two files made for them [S45]',
      ],
      ['test/end-to-end/daemons/canary.test.ts', 'no secret is in a support bundle, also when it shows names [S45]'],
      [
        'test/end-to-end/daemons/canary.test.ts',
        'no secret is in the words a program was started with, or in the environment of what it starts [S45]',
      ],
      [
        'test/end-to-end/window/first-run.test.ts',
        'a key is looked at before it is sent, tried before it is kept, and found nowhere afterwards',
      ],
      ['test/end-to-end/commands/bad-input.test.ts', 'a key never goes into the arguments'],
      [
        'test/ports/files/secrets.test.ts',
        'a key in the keyring is nowhere in the data directory, and belongs to that directory',
      ],
      [
        'test/features/connections/authorize.test.ts',
        'code, state and address of an authorization are in no log, in no record and in no address that is asked',
      ],
    ],
  ),
  row(
    'S46',
    'Where there is no key store, a command keeps the key in a file for its owner alone and says so in a sentence; a key store that was asked for and is not there is refused with the remedy.',
    [
      [
        'test/ports/files/secrets.suite.ts',
        'a keyring that was asked for and is not there is refused with the remedy, and nothing is kept',
      ],
      [
        'test/ports/files/secrets.test.ts',
        'a key in the file can be read by its owner only, and no unfinished file stays',
      ],
      ['test/main/cli/commands.test.ts', 'login hands the key from standard input to the engine and never shows it'],
      ['test/main/cli/commands.test.ts', 'login without --store lets the engine choose the place'],
    ],
  ),
  row(
    'S47',
    'A key store that cannot be read any more asks for a sign-in, in words and as often as Benchtop starts; records and unsent work stay.',
    [
      [
        'test/sim/features/account/sessions.test.ts',
        'a key store that cannot be read any more stops syncing in words, over restarts too, and nothing is lost [S47]',
      ],
      ['test/ports/files/secrets.test.ts', 'a keyring that cannot be read any more is an error, not a sign-out'],
      ['test/ports/files/secrets.test.ts', 'a damaged file names itself and the remedy, and signing in again heals it'],
    ],
  ),
  row(
    'S48',
    'A sign-in in the browser goes through the system’s browser with PKCE (S256) and a state that must come back; the door for the answer is on 127.0.0.1, lets one visit in, and closes after five minutes.',
    [
      ['test/ports/net/loopback-door.test.ts', 'one visit is let in with its fields, and the door is closed behind it'],
      ['test/ports/net/loopback-door.test.ts', 'other addresses, methods, hosts and endless forms are no visit'],
      ['test/ports/net/loopback-door.test.ts', 'it listens on this computer only'],
      ['test/ports/net/loopback-door.test.ts', 'a secret is told of by its digest (RFC 7636, appendix B)'],
      [
        'test/main/remote/account/oauth.test.ts',
        'the address to open carries everything that was agreed, and what it had before',
      ],
      [
        'test/features/account/browser-sign-in.test.ts',
        'nobody came back within five minutes: the sign-in is over, and the door is closed [S48]',
      ],
      [
        'test/end-to-end/window/first-run.test.ts',
        'an answer that was not asked for stops the sign-in, and nobody is signed in',
      ],
      ['test/features/connections/authorize.test.ts', 'nobody came within five minutes: it is over'],
    ],
  ),
  row(
    'S49',
    'A link that begins with benchtop:// shows a file or a task and does nothing else; words that a start brings along are taken for hostile.',
    [
      [
        'test/electron/desktop.suite.ts',
        'a second start brings its link to the first and ends; whatever else it brings is passed over',
      ],
      ['test/main/shell/links.test.ts', 'S49 the link %s only leads somewhere, or nowhere'],
      ['test/main/shell/links.test.ts', 'S49 no text of anybody leads anywhere but to a screen, or to an id'],
      ['test/renderer/navigation.test.ts', 'the address %j is the Files screen'],
    ],
  ),
  row(
    'S50',
    'A 401 means signed out only when the plainest call is answered so too; what a key may not do, and access that ended, are never tried again by themselves.',
    [
      [
        'test/sim/hazards/service/refused-keys.test.ts',
        'a 401 signs out only when the plainest call is answered so too',
      ],
      [
        'test/sim/hazards/service/refused-keys.test.ts',
        'a call that the key may not make blocks that file only, and is not made again',
      ],
      [
        'test/sim/hazards/service/refused-keys.test.ts',
        'access to one organization that ends leaves the mirrors of another alone',
      ],
      [
        'test/main/remote/api/faults.test.ts',
        'losing access to the organization ends everything; a missing scope ends one feature',
      ],
    ],
  ),
  row(
    'S51',
    'As decided, one data directory holds one account, and each mirrored folder keeps its organization: every call says in whose name it is, signing in elsewhere redirects no folder, and what one person had in chat is not shown to the next.',
    [
      [
        'test/sim/features/organization/several-organizations.test.ts',
        'two organizations in one data directory are kept in step at once, each call in the name of its own',
      ],
      [
        'test/sim/features/organization/several-organizations.test.ts',
        'signing in again, with another organization coming first, redirects no mirror',
      ],
      [
        'test/sim/features/organization/several-organizations.test.ts',
        'two data directories side by side, each with an account of its own, know nothing of each other',
      ],
      [
        'test/sim/features/account/sessions.test.ts',
        'an account of another organization is refused where folders are mirrored, and nothing changes',
      ],
      [
        'test/sim/features/chat/chat-files.test.ts',
        'what came from tasks is not shown to whoever signs in next, and is there for who made it',
      ],
    ],
  ),
  row(
    'S52',
    'The log hides, word by word, whatever is named like a secret or looks like one, and never takes more than ten files of ten megabytes.',
    [
      ['test/ports/system/log.test.ts', 'nothing secret is left of %s [S52]'],
      ['test/ports/system/log.test.ts', 'a log file never grows beyond its bound, and only so many are kept [S52]'],
      ['test/features/diagnostics/redact.test.ts', 'nothing secret is left of %s, whether names are shown or not'],
      [
        'test/features/diagnostics/support-bundle.test.ts',
        'no byte of a bundle has a secret or a name in it, and what is shown is what is written',
      ],
    ],
  ),
  row(
    'S53',
    'Nothing listens but the socket for commands, for its owner alone, and, on this computer only, the window and the figures where they were asked for and the door of a sign-in. Nothing is told to anybody unasked.',
    [
      [
        'test/end-to-end/daemons/canary.test.ts',
        'nothing listens but what was asked for, and that on this computer only [S53]',
      ],
      ['test/ports/net/engine-socket.test.ts', 'only this user may connect'],
      [
        'test/server/metrics-door.test.ts',
        'nothing else is there, nothing can be sent, and a page that gave this computer another name reads nothing',
      ],
    ],
  ),
];

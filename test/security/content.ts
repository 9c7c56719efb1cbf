import { row } from './requirement.ts';
import type { Requirement } from './requirement.ts';

/** What files and texts of others could do to a person who looks at them. */
export const CONTENT: readonly Requirement[] = [
  row(
    'S20',
    'Markdown of others becomes a tree of known parts before anything is shown: no HTML, no address but https and mail, no picture from elsewhere, and nothing is asked of any server.',
    [
      ['test/preview/markdown.test.ts', '%s is text [S20]'],
      ['test/preview/markdown.test.ts', '%s leads nowhere'],
      ['test/end-to-end/pages/chat.test.ts', 'nothing that somebody says runs, loads or leads anywhere'],
      ['test/security/sources.test.ts', 'nothing makes code or a page out of a text [S20, S24]'],
    ],
  ),
  row('S21', 'A formula is shown as MathML and can neither lead anywhere nor grow without end.', [
    ['test/preview/markdown.test.ts', 'the formula %s has no address and no style'],
    ['test/preview/markdown.test.ts', 'a formula that grows without end is left as it is written, at once'],
    ['test/preview/markdown.test.ts', 'formulas are MathML, which needs no style and no script'],
  ]),
  row(
    'S22',
    'Files are taken apart only in workers of the window and in threads of a command, with an end in time, in size and in memory; the engine reads plain text alone, for the search.',
    [
      [
        'test/security/sources.test.ts',
        'what takes files apart is loaded by workers and threads, never by the engine or the page itself [S22]',
      ],
      ['test/main/search/readable.test.ts', 'two megabytes of %j are gone through in a moment [S22]'],
      ['test/preview/parser.test.ts', 'a worker that takes too long is ended, and whatever was asked hears why'],
      ['test/preview/parser.test.ts', 'a worker that breaks, such as for want of memory, is said to have broken'],
      ['test/preview/workbook.test.ts', 'a sheet that unpacks to a gigabyte is not unpacked'],
      ['test/preview/bad-input.test.ts', 'a laugh repeated a billion times is ten lines'],
      ['test/preview/json.test.ts', 'a hundred thousand levels are read, and nothing calls itself'],
      ['test/preview/stack.test.ts', 'planes that lead back to the first have an end'],
      [
        'test/security/hostile-formats.test.ts',
        'of the format $format ends in a sentence, or is shown as far as it goes [S22]',
      ],
      ['test/preview/documents.test.ts', 'with endless groups is refused with a sentence'],
      ['test/preview/documents.test.ts', 'that repeats a cell a thousand million times ends all the same'],
      [
        'test/preview/documents.test.ts',
        'that is damaged, or says that it unpacks to gigabytes, is refused with a sentence',
      ],
      [
        'test/end-to-end/pages/preview.test.ts',
        'whatever cannot be shown ends in a sentence within ten seconds, and the window goes on',
      ],
      [
        'test/end-to-end/pages/preview.test.ts',
        'damaged, locked and enormous documents end in a sentence within ten seconds',
      ],
    ],
  ),
  row(
    'S23',
    'A PDF is drawn in a worker without running anything in it, without forms and without WebAssembly, and its links lead nowhere by themselves.',
    [
      [
        'test/security/sources.test.ts',
        'a PDF is read without code of its own, without forms that run, and with no other library than the one [S23]',
      ],
      [
        'test/end-to-end/pages/preview.test.ts',
        'a PDF is drawn and its text selected; its script does not run and its link leads nowhere',
      ],
      ['test/preview/pdf.test.ts', 'whatever stands in any byte, it opens or ends in a sentence'],
    ],
  ),
  row('S24', 'A drawing is shown as a picture only, a page as its text; no file is ever put into a frame.', [
    ['test/security/sources.test.ts', 'no file is shown in a frame, so that nothing of it could be a page [S24]'],
    ['test/server/content-door.test.ts', 'what could carry a script is in a sandbox without any: %s'],
    ['test/end-to-end/pages/preview.test.ts', 'nothing in a file runs, and nothing of it leaves this computer'],
  ]),
  row(
    'S25',
    'The bytes of a file that is looked into have an address that nobody can guess, that is good for one file as it was, for whoever has a session of the window, and for ten minutes after its last use. They can only be read, whole or in one part, and come with no type that could run, as a download, in a sandbox.',
    [
      ['test/server/content-door.test.ts', 'bytes come as bytes, to be saved and never to be run'],
      ['test/server/content-door.test.ts', 'what could carry a script is in a sandbox without any: %s'],
      ['test/server/content-door.test.ts', 'a part is answered with that part'],
      ['test/server/content-door.test.ts', 'nobody without a session, and nobody from elsewhere, gets anything'],
      ['test/server/content-door.test.ts', 'an address that was made up leads nowhere'],
      ['test/server/content-door.test.ts', 'what changed meanwhile is never taken for a whole file'],
      ['test/server/content-door.test.ts', 'the range %s of %i bytes is %j'],
      ['test/server/content-door.test.ts', 'of a file nothing can be had but by reading: %s [S25]'],
      ['test/main/items/content.test.ts', 'what was closed, or left alone for long, is handed out no more'],
      [
        'test/electron/security.suite.ts',
        'a file that is looked into comes from an address of its own, in parts, and only to this window',
      ],
      ['test/main/shell/addresses.test.ts', 'what is looked into is given to the window, and to no other page'],
    ],
  ),
  row(
    'S26',
    'No table that leaves Benchtop holds a formula: not the history, not the list of all files, not the report of a zone, not a table that is saved or copied out of a preview or a reply. The audit log leaves it as JSON only.',
    [
      ['test/shared/text/names-and-cells.test.ts', '%j is calculated by none [S26]'],
      ['test/shared/text/names-and-cells.test.ts', '%j is written %j in the history [S26]'],
      [
        'test/preview/table-text.test.ts',
        'is copied as it is written, with tabs, but for what would be a formula elsewhere [S26]',
      ],
      [
        'test/features/chat/chat-parts-window.test.ts',
        'cells of a table are taken along as they are, and a formula is no formula in a spreadsheet',
      ],
      [
        'test/features/organization/organization-command.test.ts',
        'all files are read to their end, each once, and the table holds no formula',
      ],
      [
        'test/end-to-end/pages/activity.test.ts',
        'the history is filtered, saved as a file without formulas, and a line of it is taken back',
      ],
    ],
  ),
  row(
    'S27',
    'Benchtop hands no file to another program that could run when it is opened, and says why; before it hands over any other, it marks it as one from elsewhere. The window in a browser opens nothing: it offers a download, which the browser marks.',
    [
      ['test/server/content-door.test.ts', 'a file that could run is a download like any other: %j [S27]'],
      [
        'test/electron/desktop.suite.ts',
        'what could run is not opened, which is said; other files open where they are, and are dragged out from there',
      ],
      ['test/main/shell/links.test.ts', 'S27 %s could run'],
      [
        'test/main/shell/state.test.ts',
        'S27 on Windows a file is marked as one from elsewhere before it is opened, unless somebody did so before',
      ],
    ],
    'The marks of Windows and macOS are set by their own means and were not set here; on Linux there is none.',
  ),
  row(
    'S28',
    'Where somebody decides about a name, signs in it that hide or turn text around are written out. Letters of other scripts that look alike stay as they are.',
    [
      ['test/security/sources.test.ts', 'where somebody decides, no name stands as it came [S28]'],
      [
        'test/end-to-end/window/first-run-bad-input.test.ts',
        'names that hide or turn text around are written out where folders are chosen',
      ],
      ['test/main/cli/commands.test.ts', 'a name cannot move the cursor, add a line or turn the reading direction'],
      [
        'test/main/cli/harmless-text.test.ts',
        'a name in JSON acts on no terminal, and is the same name when it is read [S28]',
      ],
      ['test/preview/markdown.test.ts', 'a sign that turns text around is written out'],
    ],
  ),
];

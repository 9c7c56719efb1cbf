import { protocol } from 'electron';

import { answerApp, answerBytes, type Sources } from './protocol-answers.ts';

/** To be called before Electron is ready (S02). Neither scheme gets round a policy. */
export function registerSchemes(): void {
  const privileges = { standard: true, secure: true, supportFetchAPI: true };
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges },
    // Of another origin than the page, so that nothing of a file is ever part of the window; hence asked across origins.
    { scheme: 'kbfile', privileges: { ...privileges, corsEnabled: true, stream: true } },
  ]);
}

/** Answers everything that a window loads. Nothing else is ever loaded. */
export function answerAddresses(sources: Sources): void {
  protocol.handle('app', request => answerApp(request, sources));
  protocol.handle('kbfile', request => answerBytes(request, sources));
}

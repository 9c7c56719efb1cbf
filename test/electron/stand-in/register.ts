import { registerHooks } from 'node:module';

// Loaded before the shell: from here on 'electron' is the stand-in. The shell's own files are run as they are.
const STAND_IN = new URL('electron.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: STAND_IN, shortCircuit: true } : next(specifier, context),
});

import type { Site } from './access.ts';
import { badRequest } from './api-error.ts';

/** Executables, installers, scripts and similar runnable formats, which the service does not store (spec 2.1). */
export const REFUSED_EXTENSIONS: ReadonlySet<string> = new Set(
  `.app .apk .appimage .bash .bat .cmd .com .cpl .csh .deb .dll .dmg .dylib .elf .exe .gadget .hta .inf .iso .jar
   .js .jse .ksh .lnk .mjs .msc .msi .msix .msp .pif .pkg .pl .ps1 .psm1 .py .pyc .rb .reg .rpm .run .scr .sct .sh
   .so .sys .tcsh .vb .vbe .vbs .war .wsf .wsh .xpi .zsh`.split(/\s+/),
);

/** The extension of a name, with its dot and in lower case; empty when it has none. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot).trim().toLowerCase();
}

/** @throws ApiError 400 naming the extension when it is refused, by us or by the switch. */
export function refuseRunnable({ backend }: Pick<Site, 'backend'>, name: string): void {
  const extension = extensionOf(name);
  const isMore = backend.switches().moreRefusedExtensions.some(more => more.toLowerCase() === extension);
  if (!isMore && !REFUSED_EXTENSIONS.has(extension)) return;
  throw badRequest(`Files of type '${extension}' are not accepted.`);
}

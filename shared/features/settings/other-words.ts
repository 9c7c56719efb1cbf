/** Other words that people look for a setting by, beside its own. By the id of its row. */
const OTHER_WORDS: { readonly [id: string]: string } = {
  folders: 'mirror directory path place add remove',
  kind: 'role workstation instrument',
  settleMs: 'delay stable finished writing',
  deleteHoldSeconds: 'delete undo grace delay',
  guardItems: 'delete bulk mass protection limit',
  guardPercent: 'delete bulk mass protection limit',
  pollSeconds: 'interval frequency refresh check poll',
  up: 'upload speed bandwidth limit throttle rate slow',
  down: 'download speed bandwidth limit throttle rate slow',
  hours: 'schedule night working hours bandwidth',
  parallelTransfers: 'upload download parallel simultaneous concurrent transfers limit',
  proxy: 'firewall gateway',
  certificates: 'ca ssl tls root trust',
  connection: 'diagnose online internet',
  idleRequests: 'traffic api rate limit',
  onBattery: 'energy laptop saver',
  onMetered: 'mobile roaming hotspot tethering data plan',
  days: 'trash bin delete keep retention',
  storeMaxBytes: 'trash bin disk space quota size limit',
  olderVersionsMaxBytes: 'history disk space quota size limit',
  searchInside: 'index content full text',
  theme: 'dark light mode colour color night',
  density: 'compact size spacing rows',
  who: 'user login profile name e-mail',
  out: 'log out logout',
  everything: 'uninstall reset wipe',
  version: 'update release about',
  keys: 'shortcut keyboard hotkey',
};

/** What else a setting may be called; empty where nothing is listed. */
export function otherWords(id: string): string {
  return Object.hasOwn(OTHER_WORDS, id) ? (OTHER_WORDS[id] ?? '') : '';
}

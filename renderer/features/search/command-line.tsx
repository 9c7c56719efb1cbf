import { Terminal } from 'lucide-react';
import { ListBoxItem } from 'react-aria-components';

import type { Command } from './stores/commands.ts';
import styles from './search-dialog.module.css';

/** The key of a command in the list of finds. */
export function keyOfCommand({ name }: Pick<Command, 'name'>): string {
  return `> ${name}`;
}

/** A command among the finds, with the keys that give it from anywhere. */
export function CommandFind({ command }: { readonly command: Command }) {
  return (
    <ListBoxItem id={keyOfCommand(command)} className={styles['find'] ?? ''} textValue={command.label}>
      <Terminal className={styles['icon']} size={17} strokeWidth={1.75} aria-hidden="true" />
      <span className={styles['name']}>{command.label}</span>
      {command.keys === null ? null : <kbd className={styles['given']}>{command.keys}</kbd>}
    </ListBoxItem>
  );
}

import { Check, Copy } from 'lucide-react';
import { useState } from 'react';

import { Button } from '../controls/button.tsx';
import styles from './command-line.module.css';

/** A command to type in a terminal, and the words of its button. */
export interface CommandLineProps {
  readonly command: string;
  readonly copy: string;
  readonly copied: string;
}

/** Shows a command and copies it. */
export function CommandLine({ command, copy, copied }: CommandLineProps) {
  const [isCopied, setCopied] = useState(false);
  const onPress = () => void navigator.clipboard.writeText(command).then(() => setCopied(true));
  return (
    <div className={styles['line']}>
      <code className={styles['code']}>{command}</code>
      <Button look="quiet" onPress={onPress}>
        {isCopied ? <Check size={14} aria-hidden="true" /> : <Copy size={14} aria-hidden="true" />}
        {isCopied ? copied : copy}
      </Button>
    </div>
  );
}

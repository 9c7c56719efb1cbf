import { ExternalLink } from 'lucide-react';

import styles from './outside-link.module.css';

/** A link that leaves the window, for the system's browser. Its host is shown, so that people see where it leads. */
export function OutsideLink({ href, label, look = 'quiet' }: OutsideLinkProps) {
  return (
    <a className={styles[look]} href={href} target="_blank" rel="noreferrer noopener" title={hostOf(href)}>
      {label}
      <ExternalLink size={14} strokeWidth={1.75} aria-hidden="true" />
    </a>
  );
}

export interface OutsideLinkProps {
  /** https; http on this computer only. */
  readonly href: string;
  readonly label: string;
  readonly look?: 'quiet' | 'main';
}

function hostOf(href: string): string {
  return URL.canParse(href) ? new URL(href).host : '';
}

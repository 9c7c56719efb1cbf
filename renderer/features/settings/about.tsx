import { settingsWords as words } from '../../../shared/features/settings/text.ts';
import { useAbout } from '../../state/settings.ts';

/** A fact about this program. */
export function About({ what }: { readonly what: 'version' | 'computer' | 'data' | 'store' }) {
  const about = useAbout(state => state.about);
  if (about === null) return <span>{words.reading}</span>;
  const texts = {
    version: about.version,
    computer: about.computer,
    data: about.dataDirectory,
    store: words.store.now(about.storeFiles, about.storeBytes),
  };
  return <span>{texts[what]}</span>;
}

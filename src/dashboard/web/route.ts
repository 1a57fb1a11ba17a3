// The route in the address, such as `#/decisions?policy=guard/force-push`, so that links, back and forward work.
import { useEffect, useState } from 'preact/hooks';

export interface Route {
  screen: string;
  id: string;
  params: Record<string, string>;
}

function read(): Route {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  const [screen = '', ...rest] = path.split('/');
  return {
    screen: screen || 'board',
    id: decodeURIComponent(rest.join('/')),
    params: Object.fromEntries(new URLSearchParams(query)),
  };
}

export function useRoute(): Route {
  const [route, setRoute] = useState(read);
  useEffect(() => {
    const follow = () => setRoute(read());
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return route;
}

export function hrefTo(screen: string, id = '', params: Record<string, string | undefined> = {}): string {
  const given = Object.entries(params).filter(([, value]) => value) as [string, string][];
  const query = new URLSearchParams(given).toString();
  return `#/${screen}${id ? `/${encodeURIComponent(id)}` : ''}${query ? `?${query}` : ''}`;
}

/** Like `navigate`, but without an entry in the history: for moving through a list. */
export function replaceRoute(screen: string, id = '', params: Record<string, string | undefined> = {}): void {
  location.replace(hrefTo(screen, id, params));
}

export function navigate(screen: string, id = '', params: Record<string, string | undefined> = {}): void {
  location.hash = hrefTo(screen, id, params);
}

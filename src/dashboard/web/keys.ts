import { useLayoutEffect } from 'preact/hooks';

/**
 * Calls `press` for every key on the page. The listener is replaced whenever the screen is, so that a key pressed right
 * after a change acts on what the person sees.
 */
export function useKeyDown(press: (event: KeyboardEvent) => void): void {
  useLayoutEffect(() => {
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  });
}

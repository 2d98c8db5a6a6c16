/** The value once typing pauses, so that what depends on it is not requested at every key. */
import { useEffect, useState } from 'preact/hooks';

const typingMs = 250;

export function useSettled<Value>(value: Value): Value {
  const [settled, settle] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => settle(value), typingMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

// The way to the server: JSON there and back, refusals as errors in the server's own words.

import type { Puzzle, Source } from './types';

async function answered(response: Response): Promise<Response> {
  if (response.ok) return response;
  const words = await response.json().then(
    (body) => body.error as string,
    () => `the server says ${response.status}`,
  );
  throw new Error(words);
}

async function send(method: string, path: string, body?: unknown): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  const text = body === undefined ? undefined : JSON.stringify(body);
  const response = await fetch(path, { method, headers, body: text }).catch(() => {
    throw new Error('the server does not answer; is it still running?');
  });
  return answered(response);
}

export async function get<T>(path: string): Promise<T> {
  return (await send('GET', path)).json();
}

export async function post<T>(path: string, body: unknown = {}): Promise<T> {
  const response = await send('POST', path, body);
  return (response.headers.get('content-type') ?? '').includes('json') ? response.json() : (undefined as T);
}

export async function remove(path: string): Promise<void> {
  await send('DELETE', path);
}

export async function picture(body: unknown): Promise<Blob> {
  return (await send('POST', '/api/draw', body)).blob();
}

/** How the server knows a puzzle that it gave us. */
export function sourceOf(puzzle: Puzzle): Source {
  return puzzle.text === null ? { name: puzzle.name } : { text: puzzle.text };
}

/** Query text of the fields that are set. */
export function query(fields: Record<string, string | number | boolean | null | undefined>): string {
  const set = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null && value !== '');
  return set.length ? '?' + new URLSearchParams(set.map(([name, value]) => [name, String(value)])) : '';
}

/** Hands a file to the user. */
export function download(name: string, content: Blob | string, kind = 'text/plain'): void {
  const blob = typeof content === 'string' ? new Blob([content], { type: kind }) : content;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

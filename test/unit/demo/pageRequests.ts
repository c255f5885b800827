import { request } from 'node:http';

/** A response, as the user's browser would show it. */
interface Shown {
  readonly status: number;
  readonly text: string;
}

/** Presses one of the page's buttons. */
export function press(url: string, button: 'allow' | 'deny'): Promise<Shown> {
  return post(url, `answer=${button}`);
}

export async function post(url: string, body: string): Promise<Shown> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const response = await fetch(url, { method: 'POST', headers, body });
  return { status: response.status, text: await response.text() };
}

/** Requests a page with another `Host` header, as a page of that host could. */
export function statusAs(host: string, url: string, method: 'GET' | 'POST' = 'GET'): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.once('error', reject);
    sent.end(method === 'POST' ? 'answer=allow' : undefined);
  });
}

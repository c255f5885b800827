import { request } from 'node:http';

/** The parts of a response that the user's browser would show. */
interface Shown {
  readonly status: number;
  readonly text: string;
}

/** Presses a button of the page. */
export function press(url: string, button: 'allow' | 'deny'): Promise<Shown> {
  return post(url, `answer=${button}`);
}

export async function post(url: string, body: string): Promise<Shown> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const response = await fetch(url, { method: 'POST', headers, body });
  return { status: response.status, text: await response.text() };
}

/** Requests a page with another `Host` header, as a web page with that host name could. */
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

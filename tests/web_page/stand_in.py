"""What a piece of a page gets in place of the network and of the time, inside the browser."""

from tests.web_page.chromium import Page

SOCKETS = """
    await import('/vendor/nacl.min.js');
    const { nacl } = globalThis;
    const server = nacl.box.keyPair.fromSecretKey(new Uint8Array(32).fill(7));
    const hex = (byte) => byte.toString(16).padStart(2, '0');
    const serverKey = [...server.publicKey].map(hex).join('');
    const unboxed = (data, count) => {
        const nonce = new Uint8Array(24);
        nonce[23] = count;
        const text = nacl.box.open(data.slice(32), nonce, data.slice(0, 32), server.secretKey);
        return new TextDecoder().decode(text);
    };
    /** Until what was to be sealed is sent. */
    const sealed = async () => {
        for (let n = 0; n < 9; n += 1) await import('/link/boxes.js');
    };
    const sockets = [];
    globalThis.WebSocket = class {
        static OPEN = 1;
        constructor(url) {
            Object.assign(this, { url, readyState: 0, sent: [] });
            sockets.push(this);
        }
        send(data) {
            this.boxes = (this.boxes ?? 0) + (typeof data !== 'string');
            const text = typeof data === 'string' ? data : unboxed(data, this.boxes);
            this.sent.push(JSON.parse(text.slice(text.indexOf('{'))));
        }
        close() { this.readyState = 3; }
        opens() {
            this.readyState = 1;
            this.onopen();
            this.says({ type: 'challenge', nonce: '0f', key: serverKey });
        }
        says(message) { this.onmessage({ data: JSON.stringify(message) }); }
        breaks() { this.readyState = 3; this.onclose(); }
        welcomes(more) {
            this.opens();
            this.says({ type: 'welcome', now_ms: 0, ping_every_ms: 5_000, edition: '', ...more });
        }
    };
    const waits = [];
    const wait = (act, ms = 0) => waits.push({ act, ms, over: false });
    const stop = (number) => { if (number) waits[number - 1].over = true; };
    Object.assign(globalThis, { setTimeout: wait, setInterval: wait, clearTimeout: stop,
        clearInterval: stop });
    let now = 10_000;
    performance.now = () => now;
    const due = (ms) => waits.filter((wait) => wait.ms === ms && !wait.over);
    const go = (ms) => due(ms).forEach((wait) => { wait.over = true; wait.act(); });
"""
PAGE = """
    document.body.innerHTML = '<main id="page"></main>';
    const words = (where, root = document) =>
        [...root.querySelectorAll(where)].map((part) => part.textContent);
    const press = (name, root = document) =>
        [...root.querySelectorAll('button')].find((button) => button.textContent === name).click();
"""


def run(page: Page, script: str) -> object:
    """The script with stand-ins for sockets, timers and the page's clock, put back after it."""
    names = "WebSocket, setTimeout, setInterval, clearTimeout, clearInterval"
    return page.do(f"""(async () => {{
        const {{ {names} }} = globalThis;
        try {{
            return await (async () => {{ {SOCKETS} {PAGE} {script} }})();
        }} finally {{
            Object.assign(globalThis, {{ {names} }});
            delete performance.now;
            localStorage.clear();
            sessionStorage.clear();
        }}
    }})()""")

// The room display for any browser: the slides of `app/views/round/room_display.py`, laid out as
// `app/views/round/display_pages.py` and `app/ui/display/drawing.py` do. Televisions have old browsers, so this is the
// JavaScript and CSS of 2016, without modules. Its page loads `faults.js` and `watch.js` first.

(function () {
  /** The classes of these names in `app/views/round/room_display.py` and `display_pages.py`.
   * @typedef {{ heading: string, width: number, ink: string, right: boolean }} Column */
  /** @typedef {{ kind: string, x: number, y: number, width: number, height: number, label: string, zone: boolean, whose?: string,
   *   words?: number[] | null }} Shape */
  /** @typedef {{ size: number, above: string, below: string, shapes: Shape[] }} Picture */
  /** @typedef {{ from_ms: number, to_ms: number | null, over: string }} Clock */
  /** @typedef {{ kind: string, title: string, seconds: number, occasion: string, row_ms: number, columns: Column[],
   *   rows: string[][], least_width: number, wraps: boolean, texts: string[], large: string, ticks: boolean,
   *   notes: string[], picture: Picture | null }} Slide */
  /** @typedef {{ head: number, foot: number, margin: number, gap: number, letter: number, pitch: number,
   *   scales: number[], narrow: number, sizes: number[], note: number, title: number, line: number, widest: number }} Layout */
  /** @typedef {{ event: string, slides: Slide[], clock: Clock | null, clock_words: string, judge: string, page: string,
   *   paused: string, layout: Layout }} Shown */
  /** @typedef {{ scale: number, width: number, columns: number, pages: number[][][] }} Paging */
  /** @typedef {{ left: number, top: number, width: number, height: number }} Box */

  const CELL_GAP = 14;
  const DIGITS = 620;
  const WIDER = [1, 0.9, 0.8, 0.7];
  const CAPITAL = 0.72; // the height of a capital as a share of the letters' size, about
  const WIDE = /[\u2e80-\uffef]/;
  const SVG = "http://www.w3.org/2000/svg";
  const AWAY = /*_*/"No connection to the organizer’s computer. Trying again…";
  const LOOKING = /*_*/"Looking for the organizer…";

  const root = /** @type {HTMLElement} */ (document.getElementById("wall"));
  const pen = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
  const family = getComputedStyle(document.body).fontFamily;
  const probe = element("div", "text probe");
  document.body.appendChild(probe);

  /** @type {Shown | null} */
  let shown = null;
  let at = 0; // the number of the slide
  let page = 0;
  let paused = false;
  let away = LOOKING;
  /** @type {{ [occasion: string]: boolean }} */
  const seen = {};
  let begun = false;
  /** @type {any} */
  let turning = 0;
  /** @type {any} */
  let ticking = 0;
  let unit = 1; // the pixels of a thousandth of the height
  let wide = 1;
  let high = 1;
  /** @type {{ clock: HTMLElement | null, draw: (words: string) => void, words: string }} */
  let clockFace = { clock: null, draw: function () {}, words: "" };

  // Texts.

  /** @param {string} tag
   * @param {string} kind */
  function element(tag, kind) {
    const made = document.createElement(tag);
    made.className = kind;
    return made;
  }

  /** The text with sizes such as "40 mm" kept on one line.
   * @param {string} text */
  function unbroken(text) {
    return text.replace(/(\d) mm\b/g, "$1\u00a0mm");
  }

  /** @param {string} text
   * @param {number} px
   * @param {boolean} bold */
  function natural(text, px, bold) {
    pen.font = (bold ? "600 " : "400 ") + px + "px " + family;
    return pen.measureText(text).width + 1;
  }

  /** How a text fits into a box: how much it is narrowed, and its lines.
   * @param {string} text
   * @param {number} px
   * @param {number} room
   * @param {number} narrow
   * @param {boolean} bold
   * @param {number} widest The factor to which it is narrowed at least. */
  function fit(text, px, room, narrow, bold, widest) {
    const length = natural(text, px, bold);
    const factor = Math.min(Math.max(room / length, narrow), widest);
    if (length * factor <= room + 0.5 && text.indexOf("\n") < 0) return { factor: factor, lines: 1 };
    probe.className = "text probe" + (bold ? " bold" : "");
    probe.style.fontSize = px + "px";
    probe.style.lineHeight = "100px";
    probe.textContent = unbroken(text);
    /** @param {number} by */
    const broken = function (by) {
      probe.style.width = room / by + "px";
      return Math.max(Math.round(probe.offsetHeight / 100), 1);
    };
    const lines = broken(factor);
    const wider = [widest].concat(WIDER.filter(function (each) { return each < widest; }));
    for (let n = 0; n < wider.length && lines > 1 && wider[n] > factor; n += 1)
      if (broken(wider[n]) === lines) return { factor: wider[n], lines: lines };
    return { factor: factor, lines: lines };
  }

  /** Put a text into a box, both in thousandths of the height.
   * @param {string} text
   * @param {Box} box
   * @param {number} size
   * @param {{ narrow?: number, kind?: string, bold?: boolean, align?: string, pitch?: number, widest?: number }} more */
  function put(text, box, size, more) {
    const px = size * unit;
    const fitted = fit(text, px, box.width * unit, more.narrow || 0, Boolean(more.bold), more.widest || 1);
    const made = element("div", "text " + (more.kind || "") + (more.bold ? " bold" : "") + (fitted.lines === 1 ? " one" : ""));
    made.dir = "auto";
    made.textContent = unbroken(text);
    const style = made.style;
    style.fontSize = px + "px";
    style.lineHeight = (more.pitch || box.height) * unit + "px";
    style.left = box.left * unit + "px";
    style.top = box.top * unit + "px";
    style.width = (box.width * unit) / fitted.factor + "px";
    style.textAlign = more.align || "left";
    if (fitted.factor < 1) style.transform = "scaleX(" + fitted.factor + ")";
    root.appendChild(made);
    return made;
  }

  // Pages.

  /** Lay out rows in columns, as `flow` in `display_pages.py` does.
   * @param {number[]} lines
   * @param {number} columns
   * @param {number} capacity
   * @param {(row: number) => boolean} heads */
  function flow(lines, columns, capacity, heads) {
    /** @type {number[][][]} */
    const pages = [[[]]];
    let used = 0;
    let head = -1;
    lines.forEach(function (count, row) {
      let last = pages[pages.length - 1];
      if (heads(row)) head = row;
      const needed = count + (heads(row) ? lines[row + 1] : 0);
      if (last[last.length - 1].length && used + needed > capacity) {
        if (last.length < columns) last.push([]);
        else pages.push([[]]);
        used = 0;
        if (head >= 0 && head < row && lines[head] + count <= capacity) {
          last = pages[pages.length - 1];
          last[last.length - 1].push(head);
          used = lines[head];
        }
      }
      last = pages[pages.length - 1];
      last[last.length - 1].push(row);
      used += count;
    });
    return pages;
  }

  /** Lay out rows in pages, as `lay_out` in `display_pages.py` does. A row in `heads` stays on the page of the next
   * one.
   * @param {number} rows
   * @param {{ width: number, least_width: number, headed: boolean, heads: (row: number) => boolean,
   *   lines: (row: number, scale: number, width: number) => number }} given
   * @param {Layout} layout
   * @returns {Paging} */
  function layOut(rows, given, layout) {
    const width = given.width;
    const area = 1000 - layout.head - layout.foot;
    /** @type {Paging} */
    let laid = { scale: 100, width: width, columns: 1, pages: [] };
    for (let n = 0; n < layout.scales.length; n += 1) {
      const scale = layout.scales[n];
      const columns = Math.max(Math.floor((width + layout.gap) / (Math.floor((given.least_width * scale) / 100) + layout.gap)), 1);
      const column = Math.floor((width - (columns - 1) * layout.gap) / columns);
      const capacity = Math.floor((area * 100) / (layout.pitch * scale)) - (given.headed ? 1 : 0);
      if (rows > columns * capacity && n < layout.scales.length - 1) continue; // each row has at least one line
      /** @type {number[]} */
      const lines = [];
      for (let row = 0; row < rows; row += 1) lines.push(given.lines(row, scale, column));
      laid = { scale: scale, width: column, columns: columns, pages: flow(lines, columns, capacity, given.heads) };
      if (laid.pages.length === 1 && Math.max.apply(null, lines.concat(0)) <= capacity) {
        laid.pages = level(lines, laid.pages[0].length, capacity, given.heads);
        break;
      }
    }
    return laid;
  }

  /** The rows of one page in columns of about the same height.
   * @param {number[]} lines
   * @param {number} columns
   * @param {number} capacity
   * @param {(row: number) => boolean} heads */
  function level(lines, columns, capacity, heads) {
    const sum = lines.reduce(function (all, count) { return all + count; }, 0);
    for (let height = Math.ceil(sum / columns); height < capacity; height += 1) {
      const pages = flow(lines, columns, height, heads);
      if (pages.length === 1) return pages;
    }
    return flow(lines, columns, capacity, heads);
  }

  /** The milliseconds of a page, as `page_ms` in `display_pages.py` calculates them.
   * @param {number} seconds
   * @param {number} rows
   * @param {number} rowMs */
  function pageMs(seconds, rows, rowMs) {
    return Math.max(seconds * 1000, rows * rowMs);
  }

  /** The rows of a slide, laid out for this screen.
   * @param {Slide} slide
   * @param {Layout} layout */
  function rowsOf(slide, layout) {
    const area = 1000 - layout.head - layout.foot;
    const width = Math.floor(wide) - 2 * layout.margin;
    return layOut(slide.rows.length, {
      width: slide.picture ? width - area - layout.gap : width,
      least_width: slide.least_width,
      headed: slide.columns.some(function (column) { return column.heading; }),
      heads: function (row) { return slide.rows[row].length === 1; },
      lines: function (row, scale, room) { return linesOf(slide, row, scale, room, layout); },
    }, layout);
  }

  /** @param {Slide} slide
   * @param {number} row
   * @param {number} scale
   * @param {number} width
   * @param {Layout} layout */
  function linesOf(slide, row, scale, width, layout) {
    const cells = slide.rows[row];
    if (cells.length === 1) return 1;
    const rooms = roomsOf(slide.columns, width, scale / 100);
    const narrow = slide.wraps ? 1 : layout.narrow / 100;
    const lines = cells.map(function (words, n) {
      return fit(words, ((layout.letter * scale) / 100) * unit, rooms[n].width * unit, narrow, slide.columns[n].ink === "strong", 1).lines;
    });
    return Math.max.apply(null, lines);
  }

  /** For each column how far all its letters are narrowed, as `_narrow_columns` in `drawing.py` finds it.
   * @param {Slide} slide
   * @param {Paging} paging
   * @param {Layout} layout */
  function widestOf(slide, paging, layout) {
    const rooms = roomsOf(slide.columns, paging.width, paging.scale / 100);
    const narrow = slide.wraps ? 1 : layout.narrow / 100;
    const px = ((layout.letter * paging.scale) / 100) * unit;
    return slide.columns.map(function (column, n) {
      let widest = 1;
      slide.rows.forEach(function (cells) {
        if (column.width || cells.length === 1 || !cells[n]) return;
        const needed = (rooms[n].width * unit) / natural(cells[n], px, column.ink === "strong");
        if (needed >= narrow) widest = Math.min(widest, needed);
      });
      return widest;
    });
  }

  /** @param {Column[]} columns
   * @param {number} width
   * @param {number} scale */
  function roomsOf(columns, width, scale) {
    let taken = CELL_GAP * (columns.length - 1);
    let sharing = 0;
    columns.forEach(function (column) {
      taken += column.width * scale;
      if (!column.width) sharing += 1;
    });
    let x = 0;
    return columns.map(function (column) {
      const room = { left: x, width: column.width * scale || (width - taken) / sharing };
      x += room.width + CELL_GAP;
      return room;
    });
  }

  /** @type {{ slide: Slide | null, size: string, paging: Paging | null, widest: number[], count: number }} */
  let known = { slide: null, size: "", paging: null, widest: [], count: 1 };

  /** The number of pages of the present slide. */
  function pagesNow() {
    if (!shown) return known;
    const slide = shown.slides[at];
    const size = innerWidth + " " + innerHeight;
    if (known.slide === slide && known.size === size) return known;
    known = { slide: slide, size: size, paging: null, widest: [], count: 1 };
    if (slide.texts.length) known.count = slide.texts.length;
    else if (slide.rows.length) {
      known.paging = rowsOf(slide, shown.layout);
      known.widest = widestOf(slide, known.paging, shown.layout);
      known.count = known.paging.pages.length;
    }
    return known;
  }

  // Drawing.

  function draw() {
    high = innerHeight;
    root.textContent = "";
    clockFace = { clock: null, draw: function () {}, words: "" };
    if (!shown) {
      unit = high / 1000;
      put(away, { left: 30, top: 400, width: innerWidth / unit - 60, height: 200 }, 64, { align: "center" });
      return;
    }
    const layout = shown.layout;
    unit = Math.min(innerHeight, (innerWidth * layout.widest) / 100) / 1000;
    wide = innerWidth / unit;
    high = innerHeight / unit;
    const slide = shown.slides[at];
    const pages = pagesNow();
    page = Math.min(page, pages.count - 1);
    document.title = slide.title;
    head(slide, pages.count, layout);
    foot(slide, layout);
    if (slide.texts.length) large(slide.texts[page], area(layout), layout, false);
    else if (pages.paging) rows(slide, pages.paging, pages.widest, layout);
    else if (slide.ticks && shown.clock) clock(slide, layout);
    else {
      const box = area(layout);
      const notesHigh = slide.notes.length * layout.note * 1.4;
      large(slide.large, { left: box.left, top: box.top, width: box.width, height: box.height - notesHigh }, layout, true);
      notes(slide, layout);
    }
    tick();
  }

  /** @param {Layout} layout
   * @returns {Box} */
  function area(layout) {
    return { left: layout.margin, top: layout.head, width: wide - 2 * layout.margin, height: high - layout.head - layout.foot };
  }

  /** @param {Slide} slide
   * @param {number} count
   * @param {Layout} layout */
  function head(slide, count, layout) {
    if (!shown) return;
    const right = wide - 2 * layout.margin;
    const words = count > 1 ? [shown.page.replace("{page}", String(page + 1)).replace("{pages}", String(count))] : [];
    if (paused) words.push(shown.paused);
    const beside = words.length ? 420 : 0;
    put(slide.title, { left: layout.margin, top: 0, width: right - beside, height: layout.head }, layout.title, { bold: true });
    if (!beside) return;
    const box = { left: layout.margin + right - beside + CELL_GAP, top: 0, width: beside - CELL_GAP, height: layout.head };
    put(words.join(" · "), box, layout.letter, { kind: "muted", align: "right" });
  }

  /** @param {Slide} slide
   * @param {Layout} layout */
  function foot(slide, layout) {
    if (!shown) return;
    const box = { left: layout.margin, top: high - layout.foot, width: wide - 2 * layout.margin, height: layout.foot };
    const beside = slide.ticks || !shown.clock_words ? 0 : box.width * 0.4;
    const words = away || shown.judge || shown.event;
    const loud = Boolean(away || shown.judge);
    put(words, { left: box.left, top: box.top, width: box.width - beside, height: box.height }, layout.letter,
      { kind: loud ? "warn" : "muted", bold: loud });
    if (!beside) return;
    const place = { left: box.left + box.width - beside + CELL_GAP, top: box.top, width: beside - CELL_GAP, height: box.height };
    clockFace.draw = function (time) {
      if (!shown) return;
      if (clockFace.clock) root.removeChild(clockFace.clock);
      const said = time ? shown.clock_words + " · " + time : shown.clock_words;
      clockFace.clock = put(said, place, layout.letter, { align: "right", bold: true });
    };
    clockFace.words = " ";
  }

  /** Draw a text in the middle, as large as there is room.
   * @param {string} text
   * @param {Box} box
   * @param {Layout} layout
   * @param {boolean} bold */
  function large(text, box, layout, bold) {
    let size = layout.sizes[layout.sizes.length - 1];
    let lines = 1;
    for (let n = 0; n < layout.sizes.length; n += 1) {
      const px = layout.sizes[n] * unit;
      const fitted = fit(text, px, box.width * unit, 1, bold, 1);
      const longest = text.split(/\s+/).reduce(function (most, word) {
        return WIDE.test(word) ? most : Math.max(most, natural(word, px, bold));
      }, 0);
      size = layout.sizes[n];
      lines = fitted.lines;
      if ((lines * size * layout.line) / 100 <= box.height && longest <= box.width * unit) break;
    }
    const pitch = (size * layout.line) / 100;
    const top = box.top + Math.max((box.height - lines * pitch) / 2, 0);
    return put(text, { left: box.left, top: top, width: box.width, height: lines * pitch }, size,
      { narrow: 1, bold: bold, align: "center", pitch: pitch });
  }

  /** @param {Slide} slide
   * @param {Layout} layout */
  function notes(slide, layout) {
    const each = layout.note * 1.4;
    const box = area(layout);
    slide.notes.forEach(function (note, n) {
      const top = box.top + box.height - (slide.notes.length - n) * each;
      put(note, { left: box.left, top: top, width: box.width, height: each }, layout.note, { align: "center" });
    });
  }

  /** @param {Slide} slide
   * @param {Layout} layout */
  function clock(slide, layout) {
    const box = area(layout);
    const room = { left: box.left, top: box.top, width: box.width, height: box.height - slide.notes.length * layout.note * 1.4 };
    notes(slide, layout);
    clockFace.words = " ";
    clockFace.draw = function (time) {
      if (!shown || !shown.clock) return;
      if (clockFace.clock) root.removeChild(clockFace.clock);
      if (time === shown.clock.over) {
        clockFace.clock = large(time, room, layout, true);
        return;
      }
      const tall = Math.min(DIGITS, room.height * 0.84);
      const each = natural(time.replace(/\d/g, "0"), 100, true) / 100;
      const size = Math.min(tall / CAPITAL, (room.width * 0.97) / each);
      clockFace.clock = put(time, room, size, { align: "center", bold: true });
    };
  }

  /** @param {Slide} slide
   * @param {Paging} paging
   * @param {number[]} widest
   * @param {Layout} layout */
  function rows(slide, paging, widest, layout) {
    let left = layout.margin;
    const areaHigh = 1000 - layout.head - layout.foot;
    if (slide.picture) {
      map(slide.picture, { left: left, top: layout.head, width: areaHigh, height: areaHigh }, layout);
      left += areaHigh + layout.gap;
    }
    const pitch = (layout.pitch * paging.scale) / 100;
    const size = (layout.letter * paging.scale) / 100;
    const headed = slide.columns.some(function (column) { return column.heading; });
    paging.pages[page].forEach(function (column, n) {
      const x = left + n * (paging.width + layout.gap);
      let y = layout.head;
      if (headed) {
        const headings = slide.columns.map(function (each) { return each.heading; });
        row(slide, headings, { left: x, top: y, width: paging.width, height: pitch }, size, pitch, [], layout);
        y += pitch;
      }
      column.forEach(function (number, m) {
        const tall = pitch * linesOf(slide, number, paging.scale, paging.width, layout);
        const box = { left: x, top: y, width: paging.width, height: tall };
        if (m % 2 === 0 && !slide.wraps) ground(box);
        row(slide, slide.rows[number], box, size, pitch, widest, layout);
        y += tall;
      });
    });
  }

  /** @param {Box} box */
  function ground(box) {
    const made = element("div", "ground");
    made.style.left = (box.left - 8) * unit + "px";
    made.style.top = box.top * unit + "px";
    made.style.width = (box.width + 16) * unit + "px";
    made.style.height = box.height * unit + "px";
    root.appendChild(made);
  }

  /** @param {Slide} slide
   * @param {string[]} cells
   * @param {Box} box
   * @param {number} size
   * @param {number} pitch
   * @param {number[]} widest Of each column; none for the headings.
   * @param {Layout} layout */
  function row(slide, cells, box, size, pitch, widest, layout) {
    const heading = !widest.length;
    if (cells.length === 1) {
      put(cells[0], box, size, { kind: "strong", bold: true, pitch: pitch });
      return;
    }
    const rooms = roomsOf(slide.columns, box.width, size / layout.letter);
    const narrow = heading ? 0 : slide.wraps ? 1 : layout.narrow / 100;
    cells.forEach(function (words, n) {
      if (!words) return;
      const column = slide.columns[n];
      const plain = column.ink === "" || column.ink === "strong";
      const place = { left: box.left + rooms[n].left, top: box.top, width: rooms[n].width, height: box.height };
      put(words, place, size, {
        narrow: narrow, kind: heading && plain ? "muted" : column.ink, bold: column.ink === "strong" && !heading,
        align: column.right ? "right" : "left", pitch: pitch, widest: widest[n],
      });
    });
  }

  /** @param {Picture} picture
   * @param {Box} box
   * @param {Layout} layout */
  function map(picture, box, layout) {
    const side = box.height - 2 * layout.pitch;
    const table = { left: box.left + layout.pitch, top: box.top + layout.pitch, width: side, height: side };
    const each = side / picture.size;
    const owned = picture.shapes.some(function (shape) { return Boolean(shape.whose); });
    put(picture.above, { left: box.left, top: box.top, width: box.width, height: layout.pitch }, layout.letter, { kind: owned ? "second" : "muted", align: "center" });
    put(picture.below, { left: box.left, top: table.top + side, width: box.width, height: layout.pitch }, layout.letter, { kind: owned ? "first" : "muted", align: "center" });
    const svg = drawn("svg", { width: side * unit, height: side * unit });
    svg.style.left = table.left * unit + "px";
    svg.style.top = table.top * unit + "px";
    svg.appendChild(drawn("rect", { x: 0, y: 0, width: side * unit, height: side * unit, class: "table" }));
    picture.shapes.forEach(function (shape) { svg.appendChild(drawnShape(shape, each * unit)); });
    root.appendChild(svg);
    picture.shapes.forEach(function (shape) {
      if (shape.label) label(shape, { left: table.left + shape.x * each, top: table.top + shape.y * each,
        width: shape.width * each, height: shape.height * each }, table, layout);
    });
  }

  /** @param {string} tag
   * @param {{ [name: string]: string | number }} attributes */
  function drawn(tag, attributes) {
    const made = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
    Object.keys(attributes).forEach(function (name) { made.setAttribute(name, String(attributes[name])); });
    return made;
  }

  /** @param {Shape} shape
   * @param {number} each */
  function drawnShape(shape, each) {
    const kind = !shape.label ? "place" : shape.zone ? "zone" : "point " + (shape.whose || "");
    const x = shape.x * each;
    const y = shape.y * each;
    const width = shape.width * each;
    const height = shape.height * each;
    if (shape.kind === "line") return drawn("line", { x1: x, y1: y, x2: x + width, y2: y + height, class: kind });
    if (shape.kind === "circle")
      return drawn("ellipse", { cx: x + width / 2, cy: y + height / 2, rx: width / 2, ry: height / 2, class: kind });
    if (shape.kind === "flag") {
      const pole = x + width * 0.25;
      const points = [[pole, y + height], [pole, y], [x + width, y + height * 0.28], [pole, y + height * 0.56]];
      return drawn("polygon", { points: points.join(" "), class: kind });
    }
    return drawn("rect", { x: x, y: y, width: width, height: height, class: kind });
  }

  /** @param {Shape} shape
   * @param {Box} box
   * @param {Box} table
   * @param {Layout} layout */
  function label(shape, box, table, layout) {
    const width = Math.min(34 + 22 * shape.label.length, 40 + 14 * shape.label.length);
    let x = shape.zone ? box.left : box.left + box.width;
    let top = box.top;
    if (shape.words) {
      const each = box.width / shape.width;
      x = table.left + shape.words[0] * each;
      top = table.top + shape.words[1] * each;
    }
    if (shape.zone && shape.kind === "circle") x = box.left + box.width / 2 - width / 2;
    x = Math.min(Math.max(x, table.left), table.left + table.width - width);
    const y = Math.min(Math.max(top, table.top), table.top + table.height - layout.pitch);
    put(shape.label, { left: x, top: y, width: width, height: layout.pitch }, layout.letter, { bold: true, align: "center" });
  }

  // Time.

  /** @param {number} ms */
  function clockWords(ms) {
    const seconds = Math.ceil(ms / 1000);
    /** @param {number} number */
    const two = function (number) { return (number < 10 ? "0" : "") + number; };
    const minutes = Math.floor(seconds / 60);
    if (minutes < 60) return minutes + ":" + two(seconds % 60);
    return Math.floor(minutes / 60) + ":" + two(minutes % 60) + ":" + two(seconds % 60);
  }

  /** @param {Clock} clock
   * @param {number} now */
  function clockShown(clock, now) {
    if (clock.to_ms === null) return clockWords(Math.floor(Math.max(now - clock.from_ms, 0) / 1000) * 1000);
    return clock.to_ms > now ? clockWords(clock.to_ms - now) : clock.over;
  }

  /** Draw the clock, and again when it shows another second. */
  function tick() {
    clearTimeout(ticking);
    if (!shown) return;
    const now = line.nowMs();
    const words = shown.clock && now !== null ? clockShown(shown.clock, now) : "";
    if (words !== clockFace.words) {
      clockFace.words = words;
      clockFace.draw(words);
    }
    if (!shown.clock || now === null) return;
    const past = now - (shown.clock.to_ms === null ? shown.clock.from_ms : shown.clock.to_ms);
    ticking = setTimeout(tick, 1000 - (((past % 1000) + 1000) % 1000) + 5);
  }

  // Turning pages.

  function wait() {
    clearTimeout(turning);
    if (!shown) return;
    const slide = shown.slides[at];
    const pages = pagesNow();
    if (paused || (shown.slides.length === 1 && pages.count === 1)) return;
    let count = 0;
    if (slide.texts.length) count = slide.texts[page].length;
    else if (pages.paging) pages.paging.pages[page].forEach(function (column) { count += column.length; });
    turning = setTimeout(function () { turn(1); }, pageMs(slide.seconds, count, slide.row_ms));
  }

  /** @param {number} by */
  function turn(by) {
    if (!shown) return;
    page += by;
    if (page < 0 || page >= pagesNow().count) {
      at = (at + by + shown.slides.length) % shown.slides.length;
      page = by > 0 ? 0 : pagesNow().count - 1;
    }
    turned();
  }

  function turned() {
    draw();
    wait();
  }

  /** Keep the same slide and page as far as they still exist. A slide with a new occasion is shown at once.
   * @param {Shown} next */
  function show(next) {
    const kind = shown ? shown.slides[at].kind : "";
    let fresh = -1;
    next.slides.forEach(function (slide, n) {
      const occasion = slide.kind + " " + slide.occasion;
      if (slide.occasion && begun && !seen[occasion] && fresh < 0) fresh = n;
      seen[occasion] = true;
    });
    begun = true;
    shown = next;
    known.slide = null;
    let same = -1;
    next.slides.forEach(function (slide, n) { if (slide.kind === kind) same = n; });
    if (fresh >= 0 || same < 0) page = 0;
    at = fresh >= 0 ? fresh : same >= 0 ? same : Math.min(at, next.slides.length - 1);
    draw();
    if (fresh >= 0 || !turning) wait();
  }

  addEventListener("keydown", function (event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const code = event.keyCode; // old televisions do not know the names of keys
    if (code === 39 || code === 40 || code === 34 || code === 32) turn(1);
    else if (code === 37 || code === 38 || code === 33) turn(-1);
    else if (code === 80 || code === 13) {
      paused = !paused;
      turned();
    } else return;
    event.preventDefault();
  });
  root.addEventListener("click", function () { turn(1); });
  addEventListener("resize", turned);
  if (document.fonts && document.fonts.addEventListener) document.fonts.addEventListener("loadingdone", turned);

  // The line to the organizer's computer.

  const line = /** @type {{ nowMs: () => number | null, hear: (message: any) => void }} */ (
    /** @type {any} */ (window).watchEvent("wall", 0, {
      joined: function () { setAway(""); },
      left: function () { if (shown) setAway(AWAY); },
      timed: tick,
      /** @param {any} message */
      heard: function (message) {
        if (message.type === "no") setAway(message.sentence);
        else if (message.type === "wall") show(message.shown);
      },
    }));

  /** @param {string} words */
  function setAway(words) {
    if (words === away) return;
    away = words;
    draw();
  }

  draw();
  // For tests.
  Object.assign(window, { wall: {
    get shown() { return shown; },
    get slide() { return shown ? shown.slides[at] : null; },
    get page() { return page; },
    get pages() { return pagesNow().count; },
    get away() { return away; },
    /** @param {string} kind
     * @param {number} number */
    turnTo: function (kind, number) {
      if (!shown) return;
      shown.slides.forEach(function (slide, n) { if (slide.kind === kind) at = n; });
      page = number;
      paused = true;
      turned();
    },
    hear: line.hear,
    layOut: layOut,
    pageMs: pageMs,
    clockWords: clockWords,
  } });
})();

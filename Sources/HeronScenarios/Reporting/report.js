"use strict";

const states = ["waiting", "backoff", "parked", "connect", "first byte", "transfer", "decode"];
const priorities = ["urgent", "visible", "near", "prefetch", "background"];
const ends = ["delivered", "from memory", "failed", "dropped", "never ended"];
const endSigns = ["●", "◇", "✕", "□", "▶"];
const outcomeSigns = { broken: "‼", missed: "✗", late: "◔", holds: "✓" };
const curveLines = [["active", "transfer", "solid"], ["waiting", "waiting", "solid"],
  ["backoff", "backoff", "dashed"], ["parked", "parked", "dotted"]];
const dashes = { solid: [], dashed: [6, 4], dotted: [2, 2] };
const pageSize = 200, rowHeight = 18, axisHeight = 26, panelHeight = 96;

const page = Object.fromEntries([...document.querySelectorAll("[id]")].map(node => [node.id, node]));
const record = document.documentElement.dataset, palette = {};
const view = { run: null, loads: [], rows: [], total: 1, from: 0, to: 1, selected: -1, hovered: -1 };
let runs = [], listed = [], frame = 0, pen;

const count = value => value.toLocaleString("en");
const plain = value => typeof value === "number" ? count(value) : value;
const megabytes = value => value && `${(value / 1e6).toFixed(2)} MB`;
const exact = value => `${count(value)} ms`;
const sum = numbers => numbers.reduce((total, number) => total + number, 0);
const greatest = numbers => numbers.reduce((most, number) => Math.max(most, number), 0);
const clamp = (value, least, most) => Math.max(least, Math.min(most, value));
const variable = name => `var(--${name.replace(" ", "-")})`;

function duration(value) {
  if (value < 1000) return `${Math.round(value)} ms`;
  if (value < 60000) return `${(value / 1000).toFixed(value < 10000 ? 2 : 1)} s`;
  return `${Math.floor(value / 60000)} min ${Math.floor(value % 60000 / 1000)} s`;
}

// Children that are strings become text nodes, so text from the data can never become markup.
function make(name, attributes, ...children) {
  const node = document.createElement(name);
  for (const key of Object.keys(attributes)) node.setAttribute(key, attributes[key]);
  node.append(...children);
  return node;
}

function styled(node, property, value) {
  node.style[property] = value;
  return node;
}

function verdict(good, sign, text) {
  return make("span", { class: good ? "good" : "bad" }, make("b", { "aria-hidden": "true" }, sign), text);
}

// A column is a title, a function from an item to its value, a class, and how the value is shown.
function tableRow(columns, item) {
  return make("tr", {}, ...columns.map(([, value, kind = "", show = plain], index) => {
    const known = value(item) ?? null, content = known === null ? "–" : show(known, item);
    return index ? make("td", { class: kind }, content) : make("th", { scope: "row" }, content);
  }));
}

function table(columns, items) {
  const heads = columns.map(([title, , kind = ""]) => make("th", { scope: "col", class: kind }, title));
  return make("table", {}, make("thead", {}, make("tr", {}, ...heads)),
    make("tbody", {}, ...items.map(item => tableRow(columns, item))));
}

const held = run => run.checks.filter(check => check.holds).length;
const outcomeMark = (name, before = "") =>
  verdict(name === "holds", outcomeSigns[name] ?? "?", before + name);
const rankOf = run => Object.keys(outcomeSigns).indexOf(run.outcome);

const runColumns = [
  ["Scenario", run => run.scenario, "", (name, run) => make("a", { href: "#" + run.key }, name)],
  ["Seed", run => run.seed, "number", String],
  ["World", run => run.world],
  ["Outcome", rankOf, "", (rank, run) => outcomeMark(run.outcome)],
  ["Duration", run => run.duration, "number", duration],
  ["Requests", run => run.requests, "number"],
  ["Checks held", run => held(run) - run.checks.length, "number", (missed, run) =>
    `${held(run)} of ${run.checks.length}`]
];

// Two runs may differ only in their flags; a number at the end keeps their links apart.
function giveKeys() {
  const seen = {};
  for (const run of runs) {
    const key = [run.scenario, run.seed, run.world].map(encodeURIComponent).join("/");
    seen[key] = (seen[key] ?? 0) + 1;
    run.key = seen[key] > 1 ? `${key}/${seen[key]}` : key;
  }
}

function sortRuns(head, value) {
  const sign = head.ariaSort === "ascending" ? -1 : 1;
  for (const other of head.parentNode.children) other.ariaSort = null;
  head.ariaSort = sign > 0 ? "ascending" : "descending";
  runs.sort((first, second) => sign * ((value(first) > value(second)) - (value(first) < value(second))));
  listRuns();
}

function listRuns() {
  const wanted = page.runText.value.trim().toLowerCase();
  listed = runs.filter(run => !(page.unexpected.checked && run.outcome === "holds")
    && [run.scenario, run.seed, run.world, run.outcome].join(" ").toLowerCase().includes(wanted));
  page.runList.querySelector("tbody").replaceChildren(...listed.map(run => tableRow(runColumns, run)));
  page.runCount.textContent = `${count(listed.length)} of ${count(runs.length)} runs`;
  markChosen();
}

function markChosen() {
  page.runList.querySelectorAll("tbody tr").forEach((row, index) => {
    row.ariaCurrent = listed[index] === view.run;
  });
}

// Only the list may scroll: scrollIntoView would move the page as well.
function showInList(row) {
  const { runList } = page;
  if (!row) return;
  const least = row.offsetTop + row.offsetHeight - runList.clientHeight;
  runList.scrollTop = clamp(runList.scrollTop, least, row.offsetTop - row.offsetHeight);
}

function buildRunList() {
  page.runs.hidden = false;
  page.runList.append(table(runColumns, []));
  page.runList.querySelectorAll("th").forEach((head, index) => {
    const [title, value] = runColumns[index];
    head.replaceChildren(make("button", { type: "button" }, title));
    head.firstChild.onclick = () => sortRuns(head, value);
  });
  page.runList.onclick = event => event.target.closest("tbody tr")?.querySelector("a").click();
  page.runText.oninput = page.unexpected.onchange = listRuns;
  listRuns();
}

const code = text => make("code", {}, text);
const checkColumns = [
  ["Figure", check => check.figure, "", code],
  ["Expected", check => check.expected, "", code],
  ["Bound", check => check.bound, "number"],
  ["Came", check => check.came, "number"],
  ["Holds", check => check.holds, "", good => verdict(good, good ? "✓" : "✗", good ? "yes" : "no")],
  ["Line", check => check.line, "number"]
];

function showFacts(run) {
  page.detailTitle.replaceChildren(run.scenario + " ", outcomeMark(run.outcome));
  page.about.textContent = run.about;
  page.replay.textContent = run.replay;
  const facts = [["seed", run.seed], ["world", run.world], ["link", run.link], ["limit", run.limit],
    ["flags", run.flags.join(" ") || "none"], ["duration", duration(run.duration)],
    ["requests", count(run.requests)], ...run.facts];
  page.facts.replaceChildren(...facts.map(([name, value]) =>
    make("div", {}, make("dt", {}, name), make("dd", {}, value ?? "–"))));
  page.breaches.replaceChildren(...run.breaches.map(({ at, text }) =>
    make("li", {}, `At ${exact(at)}: ${text}`)));
  if (!run.breaches.length) page.breaches.textContent = "None.";
  page.checks.replaceChildren(run.checks.length ? table(checkColumns, run.checks) : "None were stated.");
  page.attempts.replaceChildren(run.attempts.length ? attemptTable(run.attempts) : "None were made.");
}

function attemptTable(attempts) {
  const most = greatest(attempts.map(({ byNumber }) => sum(byNumber)));
  const depth = greatest(attempts.map(({ byNumber }) => byNumber.length));
  const part = number => styled(make("span", {}), "width", `${100 * number / most}%`);
  const bar = numbers => make("div", { class: "stack", "aria-hidden": "true" }, ...numbers.map(part));
  const numbered = Array.from({ length: depth }, (_, index) =>
    [`${index + 1}${["st", "nd", "rd"][index] ?? "th"}`, ({ byNumber }) => byNumber[index] ?? 0, "number"]);
  const results = ["served", "failed", "cancelled", "redirected"].map(name =>
    [name, attempt => attempt[name], "number"]);
  const shares = ["First to last attempt", attempt => attempt.byNumber, "", bar];
  return table([["Origin", attempt => attempt.origin], shares, ...numbered, ...results], attempts);
}

function readLoad([origin, number, priority, submitted, ended, end, error, attempts, parts], run) {
  const segments = [];
  for (let index = 0; index < parts.length; index += 3) {
    segments.push({ state: parts[index], start: parts[index + 1], length: parts[index + 2] });
  }
  const outcome = run.errors[error] ? `${ends[end]}: ${run.errors[error]}` : ends[end];
  const host = run.origins[origin];
  return { host, origin, number, priority, submitted, ended, end, outcome, attempts, segments };
}

function readLoads(run) {
  view.loads = (run.loads ?? []).map(fields => readLoad(fields, run));
  view.last = Math.max(1, run.duration, run.curves?.t.at(-1) ?? 0);
  for (const { ended, segments } of view.loads) {
    view.last = Math.max(view.last, ended, ...segments.map(({ start, length }) => start + length));
  }
  view.total = Math.ceil(view.last * 1.02);
}

function showRun(run) {
  view.run = run;
  page.detail.hidden = false;
  page.leftOut.hidden = Boolean(run.loads);
  page.timeline.hidden = !run.loads;
  page.curves.hidden = !run.curves;
  readLoads(run);
  showFacts(run);
  describeCurves(run);
  fillFilters(run);
  chooseLoads();
  setWindow(0, view.total);
  drawCurves();
  drawWaterfall();
  markChosen();
  showInList(page.runList.querySelector("[aria-current=true]"));
}

function readPalette() {
  const probe = document.body.appendChild(make("span", {}));
  for (const name of ["page", "panel", "ink", "quiet", "line", "bad", "chosen", ...states]) {
    palette[name] = getComputedStyle(styled(probe, "color", variable(name))).color;
  }
  probe.remove();
}

function prepare(canvas, width, height) {
  const ratio = window.devicePixelRatio;
  Object.assign(canvas, { width: Math.round(width * ratio), height: Math.round(height * ratio) });
  Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` });
  pen = canvas.getContext("2d");
  pen.scale(ratio, ratio);
  pen.font = "12px system-ui, sans-serif";
  pen.textBaseline = "middle";
}

function trace(colour, points, dash = "solid", width = 1) {
  pen.strokeStyle = palette[colour];
  pen.lineWidth = width;
  pen.setLineDash(dashes[dash]);
  pen.beginPath();
  for (const [x, y] of points) pen.lineTo(x, y);
  pen.stroke();
}

function write(text, colour, align, x, y) {
  pen.fillStyle = palette[colour];
  pen.textAlign = align;
  pen.fillText(text, x, y);
}

function fill(colour, ...rectangle) {
  pen.fillStyle = palette[colour];
  pen.fillRect(...rectangle);
}

function clipped(draw, ...rectangle) {
  pen.save();
  pen.beginPath();
  pen.rect(...rectangle);
  pen.clip();
  draw();
  pen.restore();
}

function niceStep(span, parts) {
  const power = 10 ** Math.floor(Math.log10(span / parts));
  return Math.max(1, ([1, 2, 5].find(factor => factor * power >= span / parts) ?? 10) * power);
}

// The chart and the waterfall take the same left and right edge, so that their times stand in line.
function plot(from, to) {
  const width = page.waterfall.clientWidth || page.detail.clientWidth;
  const left = Math.round(clamp(width * 0.24, 110, 230));
  const scale = (width - 18 - left) / (to - from);
  return { width, left, right: width - 18, x: time => left + (time - from) * scale,
    time: x => from + (x - left) / scale };
}

function drawTimes(area, labels, top, bottom) {
  const [from, to] = [area.left, area.right].map(area.time);
  const step = niceStep(to - from, (area.right - area.left) / 90);
  for (let time = Math.ceil(from / step) * step; time <= to; time += step) {
    const x = Math.round(area.x(time)) + 0.5;
    trace("line", [[x, top], [x, bottom]]);
    const label = step < 100 ? exact(time) : `${(time / 1000).toFixed(step < 1000 ? 1 : 0)} s`;
    write(label, "quiet", "center", x, labels);
  }
}

function describeCurves({ curves, limit }) {
  if (!curves) return;
  const [active, ...others] = curveLines.map(([name]) => `${count(greatest(curves[name]))} ${name}`);
  const bound = limit ? ` (limit ${limit})` : "";
  page.curveSummary.textContent = `Most at once: ${active}${bound}, ${others.join(", ")}.`;
}

function drawPanel(area, lines, limit, top) {
  const { curves } = view.run;
  const most = Math.max(1, limit, ...lines.map(([name]) => greatest(curves[name])));
  const y = value => Math.round(top + panelHeight - value / most * (panelHeight - 16)) + 0.5;
  const across = value => [[area.left, y(value)], [area.right, y(value)]];
  for (let level = 0, step = niceStep(most, 3); level <= most; level += step) {
    trace(level ? "line" : "quiet", across(level));
    write(count(level), "quiet", "right", area.left - 8, y(level));
  }
  for (const [name, colour, dash] of lines) {
    const steps = curves.t.flatMap((time, index) =>
      [[area.x(time), y(curves[name][index - 1] ?? 0)], [area.x(time), y(curves[name][index])]]);
    trace(colour, steps, dash, 1.75);
  }
  if (!limit) return;
  trace("ink", across(limit), "dashed");
  write(`limit ${limit}`, "ink", "right", area.right, y(limit) - 8);
}

function drawCurves() {
  if (!view.run?.curves) return;
  const area = plot(0, view.total), bottom = 2 * panelHeight + 14;
  prepare(page.chart, area.width, bottom + 22);
  drawTimes(area, bottom + 14, 4, bottom);
  drawPanel(area, curveLines.slice(0, 1), view.run.limit ?? 0, 0);
  drawPanel(area, curveLines.slice(1), 0, panelHeight + 14);
  write("active", "ink", "left", 4, 20);
  write("not active", "ink", "left", 4, panelHeight + 34);
}

// The states without traffic are thin and the states of work are thick.
function drawLoad(area, load, middle) {
  for (const { state, start, length } of load.segments) {
    const half = state < 3 ? 2 : 6;
    const width = Math.max(1, area.x(start + length) - area.x(start));
    fill(states[state], area.x(start), middle - half, width, 2 * half);
  }
  const colour = ["failed", "never ended"].includes(ends[load.end]) ? "bad" : "ink";
  write(endSigns[load.end], colour, "center", area.x(endOf(load)) + 8, middle);
}

function drawLabel(load, middle) {
  write(count(load.number), "ink", "right", 46, middle);
  write(`${load.host}, ${priorities[load.priority]}`, "quiet", "left", 54, middle);
}

function drawRow(area, index, top) {
  const load = view.rows[index], middle = top + rowHeight / 2;
  const colour = index === view.selected ? "chosen" : index === view.hovered ? "panel" : "";
  if (colour) fill(colour, 0, top, area.width, rowHeight);
  clipped(() => drawLabel(load, middle), 0, top, area.left - 8, rowHeight);
  clipped(() => drawLoad(area, load, middle), area.left, top, area.width, rowHeight);
}

function drawRows(area, height) {
  const scrolled = page.waterfall.scrollTop;
  const first = Math.floor(scrolled / rowHeight);
  const last = Math.min(view.rows.length, first + Math.ceil(height / rowHeight) + 1);
  for (let index = first; index < last; index += 1) {
    drawRow(area, index, axisHeight + index * rowHeight - scrolled);
  }
}

function drawWaterfall() {
  if (!view.run?.loads) return;
  const area = plot(view.from, view.to), height = page.waterfall.clientHeight;
  prepare(page.canvas, area.width, height);
  drawTimes(area, axisHeight / 2, axisHeight, height);
  clipped(() => drawRows(area, height), 0, axisHeight, area.width, height);
}

function drawSoon() {
  frame ||= requestAnimationFrame(() => {
    frame = 0;
    drawWaterfall();
  });
}

function drawAll() {
  readPalette();
  drawCurves();
  setWindow(view.from, view.to);
}

const endOf = load => load.ended < 0 ? view.last : load.ended;
const waitOf = load => endOf(load) - load.submitted;
const orders = {
  submission: (first, second) => first.submitted - second.submitted,
  "longest wait": (first, second) => waitOf(second) - waitOf(first),
  end: (first, second) => endOf(first) - endOf(second)
};
const filters = ["origin", "priority", "end"];

function fillFilters(run) {
  [run.origins, priorities, ends].forEach((names, place) => {
    const options = names.map((name, index) => make("option", { value: index }, name));
    page[filters[place]].replaceChildren(make("option", { value: "" }, "any"), ...options);
  });
}

function chooseLoads() {
  const active = filters.filter(name => page[name].value);
  view.rows = view.loads.filter(load => active.every(name => load[name] === Number(page[name].value)));
  view.rows.sort(orders[page.order.value]);
  Object.assign(view, { selected: -1, hovered: -1, page: 0 });
  const height = axisHeight + view.rows.length * rowHeight;
  page.rows.style.height = `${height}px`;
  page.waterfall.style.height = `${clamp(height + 2, 80, 520)}px`;
  page.waterfall.scrollTop = 0;
  describeLoads();
  showLoad();
  showPage();
}

function describeLoads() {
  const numbers = ends.map((name, end) => [view.rows.filter(load => load.end === end).length, name]);
  const parts = numbers.filter(([number]) => number).map(([number, name]) => `${count(number)} ${name}`);
  const longest = duration(greatest(view.rows.map(waitOf)));
  page.loadSummary.textContent = `${count(view.rows.length)} of ${count(view.loads.length)} loads`
    + (parts.length ? `: ${parts.join(", ")}. Longest wait from submission to end: ${longest}.` : ".");
}

function swatch(colour, thickness, dash = "solid") {
  return styled(make("i", {}), "borderTop", `${thickness}px ${dash} ${variable(colour)}`);
}

const stateSwatch = state => swatch(states[state], state < 3 ? 4 : 10);

function showLoad() {
  drawSoon();
  const load = view.rows[view.hovered] ?? view.rows[view.selected];
  page.reading.textContent = load ? "" : "Point at a row, or choose one with the keys, to read its times.";
  if (!load) return;
  const ended = load.ended < 0 ? "" : ` at ${exact(load.ended)}, after ${exact(waitOf(load))}`;
  const facts = `, ${priorities[load.priority]}, submitted at ${exact(load.submitted)}. `
    + `Attempts: ${load.attempts}; ${load.outcome}${ended}.`;
  const parts = load.segments.map(({ state, start, length }) => make("li", {}, stateSwatch(state),
    `${states[state]} ${exact(length)}, from ${count(start)} to ${exact(start + length)}`));
  page.reading.append(make("b", {}, `${load.host} ${load.number}`), facts, make("ul", {}, ...parts));
}

const firstInSight = () => Math.round(page.waterfall.scrollTop / rowHeight);

function select(index) {
  view.selected = clamp(index, 0, view.rows.length - 1);
  view.hovered = -1;
  const top = view.selected * rowHeight, lowest = top + rowHeight + axisHeight - page.waterfall.clientHeight;
  page.waterfall.scrollTop = Math.max(lowest, Math.min(top, page.waterfall.scrollTop));
  showLoad();
}

function move(step) {
  if (!view.rows.length) return;
  select(view.selected < 0 ? firstInSight() : view.selected + step);
  const { submitted } = view.rows[view.selected], span = view.to - view.from;
  if (submitted < view.from || submitted > view.to) setWindow(submitted - span / 4, submitted + span * 3 / 4);
}

function setWindow(from, to) {
  const span = clamp(to - from, 5, view.total), area = plot(0, view.total);
  view.from = clamp(from, 0, view.total - span);
  view.to = view.from + span;
  page.shade.hidden = span === view.total;
  page.shade.style.left = `${area.x(view.from)}px`;
  page.shade.style.width = `${area.x(view.to) - area.x(view.from)}px`;
  page.timeShown.textContent = `${duration(view.from)} to ${duration(view.to)}`;
  drawSoon();
}

function zoom(factor, around = (view.from + view.to) / 2) {
  setWindow(around - (around - view.from) * factor, around + (view.to - around) * factor);
}

function pan(part) {
  const step = (view.to - view.from) * part;
  setWindow(view.from + step, view.to + step);
}

function fitRows() {
  const inSight = Math.floor(page.waterfall.clientHeight / rowHeight) - 1;
  const rows = view.rows.slice(firstInSight(), firstInSight() + inSight);
  if (!rows.length) return;
  const from = Math.min(...rows.map(load => load.submitted)), to = greatest(rows.map(endOf));
  setWindow(from, to + (to - from) * 0.05);
}

const keys = {
  "+": () => zoom(0.5), "-": () => zoom(2), "0": () => setWindow(0, view.total), f: fitRows,
  ArrowLeft: () => pan(-0.25), ArrowRight: () => pan(0.25),
  ArrowUp: () => move(-1), ArrowDown: () => move(1)
};

function pressKey(event) {
  if (!Object.hasOwn(keys, event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  keys[event.key]();
}

function turnWheel(event) {
  if (!event.ctrlKey) return;
  event.preventDefault();
  zoom(Math.exp(event.deltaY / 300), plot(view.from, view.to).time(event.offsetX));
}

function rowAt(event) {
  const height = event.clientY - page.canvas.getBoundingClientRect().top - axisHeight;
  const row = Math.floor((height + page.waterfall.scrollTop) / rowHeight);
  return height >= 0 && row < view.rows.length ? row : -1;
}

function hover(row) {
  if (row === view.hovered) return;
  view.hovered = row;
  showLoad();
}

function buildTimeline() {
  for (const name of [...filters, "order"]) page[name].onchange = chooseLoads;
  for (const button of document.querySelectorAll("[data-key]")) button.onclick = keys[button.dataset.key];
  page.waterfall.addEventListener("wheel", turnWheel, { passive: false });
  Object.assign(page.waterfall, { onscroll: drawSoon, onkeydown: pressKey,
    onpointermove: event => hover(rowAt(event)), onpointerleave: () => hover(-1),
    onclick: () => view.hovered >= 0 && select(view.hovered) });
  page.asTable.onclick = toggleTable;
  page.before.onclick = () => showPage(-1);
  page.after.onclick = () => showPage(1);
  page.loadLegend.append(...states.map((name, state) => make("li", {}, stateSwatch(state), name)),
    ...ends.map((name, end) => make("li", {}, `${endSigns[end]} ${name}`)));
  page.curveLegend.append(...[...curveLines, ["limit", "ink", "dashed"]].map(([name, colour, dash]) =>
    make("li", {}, swatch(colour, 2, dash), name)));
}

const stateTime = (load, state) =>
  sum(load.segments.filter(segment => segment.state === state).map(({ length }) => length));
const loadColumns = [
  ["Load", load => `${load.host} ${load.number}`],
  ["Priority", load => priorities[load.priority]],
  ["Submitted, ms", load => load.submitted, "number"],
  ["Ended, ms", load => load.ended < 0 ? null : load.ended, "number"],
  ["Wait, ms", waitOf, "number"],
  ["End", load => load.outcome, "short"],
  ["Attempts", load => load.attempts, "number"],
  ...states.map((name, state) => [`${name}, ms`, load => stateTime(load, state), "number"])
];

function showPage(step = 0) {
  if (page.list.hidden) return;
  view.page += step;
  const first = view.page * pageSize, last = Math.min(view.rows.length, first + pageSize);
  page.loadTable.replaceChildren(table(loadColumns, view.rows.slice(first, last)));
  page.loadTable.scrollTop = 0;
  page.before.disabled = first === 0;
  page.after.disabled = last === view.rows.length;
  const shown = [Math.min(first + 1, last), last, view.rows.length].map(count);
  page.pageShown.textContent = `${shown[0]} to ${shown[1]} of ${shown[2]}`;
}

function toggleTable() {
  page.list.hidden = !page.list.hidden;
  page.asTable.setAttribute("aria-expanded", !page.list.hidden);
  showPage();
}

// A sign of 1 means that less is better; a lower peak is a trait of a policy and no merit.
const figures = [
  ["Delivered", row => row.delivered, -1, (value, row) => `${count(value)} of ${count(row.requested)}`],
  ["Lost", row => row.lost, 1, count],
  ["p50", row => row.p50, 1, duration],
  ["p95", row => row.p95, 1, duration],
  ["Max wait", row => row.max, 1, duration],
  ["Full screen", row => row.fullScreen, 1, duration],
  ["Requests per picture", row => row.requestsPerPicture, 1, value => value.toFixed(2)],
  ["Bytes for dead listeners", row => row.deadBytes, 1, megabytes],
  ["Peak active", row => row.peakActive, 0, count]
];

// Where all policies are equal nothing is marked: a mark on every row would say nothing.
function figureColumn([title, value, sign, show], rows) {
  const values = rows.map(value).filter(Number.isFinite);
  const best = sign * Math.min(...values.map(number => sign * number));
  const marked = sign && rows.some(row => value(row) !== best);
  const kind = number => marked && number === best ? "best" : "";
  const text = (number, row) => make("span", { class: kind(number) }, show(number, row));
  const bar = number => styled(make("i", {}), "width", `${3.5 * number / greatest(values)}rem`);
  const both = (number, row) => make("div", { class: "measure" }, bar(number), text(number, row));
  return [title, value, "number", title === "p95" ? both : text];
}

function linkGroup(link, rows) {
  const columns = [["Policy", row => row.policy], ...figures.map(figure => figureColumn(figure, rows))];
  const lines = rows.map(row => tableRow(columns, row));
  lines[0]?.prepend(make("th", { scope: "rowgroup", rowspan: rows.length }, link));
  return make("tbody", {}, ...lines);
}

function scriptSection({ scenario, about, rows }, index, links) {
  const whole = table([["Link"], ["Policy"], ...figures.map(([title]) => [title, null, "number"])], []);
  whole.tBodies[0].remove();
  whole.append(...links.map(link => linkGroup(link, rows.filter(row => row.link === link))));
  const box = make("div", { class: "box", role: "region", "aria-label": scenario, tabindex: 0 }, whole);
  return make("section", {}, make("h3", { id: `script-${index + 1}` }, scenario), make("p", {}, about), box);
}

function buildComparison({ seeds, links, policies, scripts }) {
  page.comparison.hidden = false;
  page.policies.append(...policies.flatMap(({ name, about, source }) => [make("dt", {}, name),
    make("dd", {}, about, make("div", { class: "quiet" }, source ? `Source: ${source}` : ""))]));
  page.scope.append(`Seeds ${seeds}. Waits are those of visible loads. Among the policies of a link, the best`
    + " figure is marked ", make("span", { class: "best" }, "so"), ", unless all are equal.");
  page.scriptLinks.append(...scripts.flatMap(({ scenario }, index) =>
    [make("a", { href: `#script-${index + 1}` }, scenario), " "]));
  page.scripts.append(...scripts.map((script, index) => scriptSection(script, index, links)));
}

const runOfHash = () => runs.find(run => "#" + run.key === location.hash);

function followHash() {
  const run = runOfHash();
  if (!run) return;
  showRun(run);
  page.detailTitle.focus();
}

function buildHeader(title) {
  document.title = page.title.textContent = title;
  for (const name of Object.keys(outcomeSigns)) {
    const number = runs.filter(run => run.outcome === name).length;
    if (number) page.outcomes.append(outcomeMark(name, `${count(number)} `));
  }
}

function buildRuns() {
  buildTimeline();
  buildRunList();
  showRun(runOfHash() ?? runs.find(run => run.outcome !== "holds") ?? runs.find(run => run.loads) ?? runs[0]);
  matchMedia("(prefers-color-scheme: dark)").onchange = drawAll;
  window.addEventListener("hashchange", followHash);
  new ResizeObserver(drawAll).observe(document.body);
}

function start() {
  const data = JSON.parse(page.data.textContent);
  runs = data.runs;
  readPalette();
  giveKeys();
  buildHeader(data.title);
  if (data.comparison) buildComparison(data.comparison);
  if (runs.length) buildRuns();
  record.ms = Math.round(performance.now());
  record.ready = "yes";
}

function fail(error) {
  record.error = error?.message ?? error;
  page.failure.textContent = `The report could not be drawn: ${record.error}`;
  page.failure.hidden = false;
}

window.addEventListener("error", event => fail(event.error ?? event.message));
try {
  start();
} catch (error) {
  fail(error);
}

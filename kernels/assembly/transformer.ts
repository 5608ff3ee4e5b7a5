/**
 * The arithmetic of the builtin embedder: a small transformer over several texts at once. AssemblyScript; the host lays out memory.
 * Weights are int8 in blocks of 8 outputs: for each 4 inputs, 8 outputs x 4 bytes. Activations are 7-bit with a zero point, because the relaxed
 * dot product is exact (the same on every machine) only while its second operand stays below 128.
 */

const LEVELS: f32 = 127;

// @ts-ignore: decorator
@inline function sumLanes(v: v128): f32 {
  return f32x4.extract_lane(v, 0) + f32x4.extract_lane(v, 1) + f32x4.extract_lane(v, 2) + f32x4.extract_lane(v, 3);
}

// @ts-ignore: decorator
@inline function maxLanes(v: v128): f32 {
  return max(max(f32x4.extract_lane(v, 0), f32x4.extract_lane(v, 1)), max(f32x4.extract_lane(v, 2), f32x4.extract_lane(v, 3)));
}

/** e^x for x <= 0: 2^n times a degree-5 polynomial on the rest; relative error below 1e-6. */
// @ts-ignore: decorator
@inline function exponential(x: v128): v128 {
  const clamped = f32x4.max(x, f32x4.splat(-87));
  const n = f32x4.nearest(f32x4.mul(clamped, f32x4.splat(1.44269504)));
  const r = f32x4.sub(f32x4.sub(clamped, f32x4.mul(n, f32x4.splat(0.693359375))), f32x4.mul(n, f32x4.splat(-0.000212194440)));
  let p = f32x4.splat(0.0083333333);
  p = f32x4.relaxed_madd(p, r, f32x4.splat(0.041666667));
  p = f32x4.relaxed_madd(p, r, f32x4.splat(0.16666667));
  p = f32x4.relaxed_madd(p, r, f32x4.splat(0.5));
  p = f32x4.relaxed_madd(p, r, f32x4.splat(1));
  p = f32x4.relaxed_madd(p, r, f32x4.splat(1));
  return f32x4.mul(p, i32x4.shl(i32x4.add(i32x4.trunc_sat_f32x4_s(n), i32x4.splat(127)), 23));
}

/** out[row] = 2 x table[id] x scale[id] + place[position]; `rows` holds (id, position) pairs of i32. */
export function look_up(rows: usize, n: i32, width: i32, table: usize, scales: usize, places: usize, out: usize): void {
  for (let i = 0; i < n; i++) {
    const id = load<i32>(rows), position = load<i32>(rows, 4);
    rows += 8;
    const scale = f32x4.splat(2 * load<f32>(scales + (<usize>id << 2)));
    let from = table + <usize>(id * width), place = places + (<usize>(position * width) << 2);
    for (let j = 0; j < width; j += 8) {
      const half = v128.load_ext<i8>(from);
      const low = f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(half)), high = f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_s(half));
      v128.store(out, f32x4.add(f32x4.mul(low, scale), v128.load(place)));
      v128.store(out, f32x4.add(f32x4.mul(high, scale), v128.load(place, 16)), 16);
      from += 8; place += 32; out += 32;
    }
  }
}

/** Layer normalisation of each row. */
export function normalize(from: usize, n: i32, width: i32, gain: usize, bias: usize, out: usize): void {
  const bytes = <usize>width << 2;
  for (let i = 0; i < n; i++) {
    let total = f32x4.splat(0), squares = f32x4.splat(0);
    for (let p: usize = 0; p < bytes; p += 16) total = f32x4.add(total, v128.load(from + p));
    const mean = f32x4.splat(sumLanes(total) / <f32>width);
    for (let p: usize = 0; p < bytes; p += 16) {
      const d = f32x4.sub(v128.load(from + p), mean);
      squares = f32x4.relaxed_madd(d, d, squares);
    }
    const inverse = f32x4.splat(1 / sqrt<f32>(sumLanes(squares) / <f32>width + 0.000001));
    for (let p: usize = 0; p < bytes; p += 16) {
      const d = f32x4.mul(f32x4.sub(v128.load(from + p), mean), inverse);
      v128.store(out + p, f32x4.relaxed_madd(d, v128.load(gain + p), v128.load(bias + p)));
    }
    from += bytes; out += bytes;
  }
}

// @ts-ignore: decorator
@inline function level(from: usize, inverse: v128, shift: v128): v128 {
  return i32x4.relaxed_trunc_f32x4_s(f32x4.relaxed_madd(v128.load(from), inverse, shift));
}

/**
 * Rows of f32 to 7-bit; `meta` gets (scale f32, zero point f32) for each row. Values further than `deviations` standard deviations from the mean
 * are cut (0: none are): a lone outlier would cost all others their precision.
 */
export function quantize(from: usize, n: i32, width: i32, out: usize, meta: usize, deviations: f32): void {
  const bytes = <usize>width << 2;
  for (let i = 0; i < n; i++) {
    let least = f32x4.splat(0), most = f32x4.splat(0), total = f32x4.splat(0), squares = f32x4.splat(0);
    for (let p: usize = 0; p < bytes; p += 16) {
      const x = v128.load(from + p);
      least = f32x4.pmin(least, x); most = f32x4.pmax(most, x);
      total = f32x4.add(total, x); squares = f32x4.relaxed_madd(x, x, squares);
    }
    let low = -maxLanes(f32x4.neg(least)), high = maxLanes(most);
    if (deviations > 0) {
      const mean = sumLanes(total) / <f32>width;
      const reach = deviations * sqrt<f32>(max<f32>(0, sumLanes(squares) / <f32>width - mean * mean));
      low = max(low, min<f32>(0, mean - reach)); high = min(high, max<f32>(0, mean + reach));
    }
    const scale: f32 = high > low ? (high - low) / LEVELS : 1;
    const zero = nearest<f32>(-low / scale);
    // Truncation after adding a half rounds, because everything that is kept is positive.
    const inverse = f32x4.splat(1 / scale), shift = f32x4.splat(zero + 0.5), top = i16x8.splat(127);
    for (let p: usize = 0; p < bytes; p += 64) {
      const x = from + p;
      const ab = i16x8.narrow_i32x4_s(level(x, inverse, shift), level(x + 16, inverse, shift));
      const cd = i16x8.narrow_i32x4_s(level(x + 32, inverse, shift), level(x + 48, inverse, shift));
      v128.store(out + (p >> 2), i8x16.narrow_i16x8_u(i16x8.min_s(ab, top), i16x8.min_s(cd, top)));
    }
    store<f32>(meta, scale); store<f32>(meta, zero, 4);
    meta += 8; from += bytes; out += <usize>width;
  }
}

/** from -= what the last `quantize` kept of it: quantising the rest again gives the product twice the digits. */
export function subtract_levels(from: usize, n: i32, width: i32, levels: usize, meta: usize): void {
  for (let i = 0; i < n; i++) {
    const scale = load<f32>(meta), zero = load<f32>(meta, 4);
    for (let j = 0; j < width; j++) {
      store<f32>(from, load<f32>(from) - (<f32>load<u8>(levels) - zero) * scale);
      from += 4; levels += 1;
    }
    meta += 8;
  }
}

// @ts-ignore: decorator
@inline function finish(sum: v128, scale: v128, shift: v128, weight_scale: v128, weight_sum: v128, bias: v128, out: usize, mode: i32): void {
  const base = f32x4.relaxed_nmadd(shift, weight_sum, bias);
  let y = f32x4.relaxed_madd(f32x4.convert_i32x4_s(sum), f32x4.mul(weight_scale, scale), base);
  if (mode == 1) y = f32x4.add(y, v128.load(out));
  else if (mode == 2) y = f32x4.max(y, f32x4.splat(0));
  v128.store(out, y);
}

/** Rows that stay in the first-level cache while all blocks of weights pass by. */
const ROWS_TOGETHER: i32 = 32;

/**
 * out[n][m] = rows x weights + bias; mode 0 stores, 1 adds to what is there, 2 cuts below zero. n is a multiple of 4: four rows share each load
 * of a weight.
 */
export function multiply(
  rows: usize, meta: usize, n: i32, k: i32, weights: usize, scales: usize, sums: usize, biases: usize, m: i32, out: usize, mode: i32,
): void {
  for (let start = 0; start < n; start += ROWS_TOGETHER) {
    const count = min(ROWS_TOGETHER, n - start), first = <usize>start;
    multiply_rows(rows + first * <usize>k, meta + (first << 3), count, k, weights, scales, sums, biases, m, out + (first * <usize>m << 2), mode);
  }
}

function multiply_rows(
  rows: usize, meta: usize, n: i32, k: i32, weights: usize, scales: usize, sums: usize, biases: usize, m: i32, out: usize, mode: i32,
): void {
  const stride = <usize>m << 2;
  for (let j = 0; j < m; j += 8) {
    const block = weights + <usize>(j * k), at = <usize>j << 2;
    for (let i = 0; i < n; i += 4) {
      let a0 = rows + <usize>(i * k), a1 = a0 + <usize>k, a2 = a1 + <usize>k, a3 = a2 + <usize>k;
      let c00 = i32x4.splat(0), c01 = i32x4.splat(0), c10 = i32x4.splat(0), c11 = i32x4.splat(0);
      let c20 = i32x4.splat(0), c21 = i32x4.splat(0), c30 = i32x4.splat(0), c31 = i32x4.splat(0);
      let p = block;
      const end = a0 + <usize>k;
      while (a0 < end) {
        const w0 = v128.load(p), w1 = v128.load(p, 16);
        const x0 = v128.load32_splat(a0), x1 = v128.load32_splat(a1), x2 = v128.load32_splat(a2), x3 = v128.load32_splat(a3);
        c00 = i32x4.relaxed_dot_i8x16_i7x16_add_s(w0, x0, c00); c01 = i32x4.relaxed_dot_i8x16_i7x16_add_s(w1, x0, c01);
        c10 = i32x4.relaxed_dot_i8x16_i7x16_add_s(w0, x1, c10); c11 = i32x4.relaxed_dot_i8x16_i7x16_add_s(w1, x1, c11);
        c20 = i32x4.relaxed_dot_i8x16_i7x16_add_s(w0, x2, c20); c21 = i32x4.relaxed_dot_i8x16_i7x16_add_s(w1, x2, c21);
        c30 = i32x4.relaxed_dot_i8x16_i7x16_add_s(w0, x3, c30); c31 = i32x4.relaxed_dot_i8x16_i7x16_add_s(w1, x3, c31);
        p += 32; a0 += 4; a1 += 4; a2 += 4; a3 += 4;
      }
      let row = meta + (<usize>i << 3), o = out + (<usize>(i * m) << 2) + at;
      finish_row(c00, c01, row, scales + at, sums + at, biases + at, o, mode);
      row += 8; o += stride;
      finish_row(c10, c11, row, scales + at, sums + at, biases + at, o, mode);
      row += 8; o += stride;
      finish_row(c20, c21, row, scales + at, sums + at, biases + at, o, mode);
      row += 8; o += stride;
      finish_row(c30, c31, row, scales + at, sums + at, biases + at, o, mode);
    }
  }
}

// @ts-ignore: decorator
@inline function finish_row(c0: v128, c1: v128, row: usize, scales: usize, sums: usize, biases: usize, out: usize, mode: i32): void {
  const scale = v128.load32_splat(row), shift = f32x4.mul(scale, v128.load32_splat(row, 4));
  finish(c0, scale, shift, v128.load(scales), v128.load(sums), v128.load(biases), out, mode);
  finish(c1, scale, shift, v128.load(scales, 16), v128.load(sums, 16), v128.load(biases, 16), out + 16, mode);
}

/**
 * Adds rows x weights + bias to out, skipping four inputs at a time where all are zero: nine in ten are, after the cut below zero. Rows are
 * non-negative (zero point 0). Weights lie as [k/4][m] x 4 bytes; 32 outputs of all inputs stay in the first-level cache while the rows pass by.
 * `list`: scratch for ROWS_TOGETHER x k/4 pairs of i32, `ends`: for ROWS_TOGETHER i32.
 */
export function multiply_sparse(
  rows: usize, meta: usize, n: i32, k: i32, weights: usize, scales: usize, biases: usize, m: i32, out: usize, list: usize, ends: usize,
): void {
  const quad_bytes = <usize>m << 2;
  for (let start = 0; start < n; start += ROWS_TOGETHER) {
    const count = min(ROWS_TOGETHER, n - start);
    let last = list;
    for (let i = 0; i < count; i++) {
      let quad = weights;
      for (let p = 0; p < k; p += 4) {
        const four = load<i32>(rows + p);
        if (four != 0) { store<i32>(last, four); store<usize>(last, quad, 4); last += 8; }
        quad += quad_bytes;
      }
      store<usize>(ends + (<usize>i << 2), last);
      rows += <usize>k;
    }
    for (let j: usize = 0; j < quad_bytes; j += 128) {
      let entry = list, target = out + j, row = meta;
      for (let i = 0; i < count; i++) {
        const end = load<usize>(ends + (<usize>i << 2));
        let c0 = i32x4.splat(0), c1 = i32x4.splat(0), c2 = i32x4.splat(0), c3 = i32x4.splat(0);
        let c4 = i32x4.splat(0), c5 = i32x4.splat(0), c6 = i32x4.splat(0), c7 = i32x4.splat(0);
        while (entry < end) {
          const x = v128.load32_splat(entry), w = load<usize>(entry, 4) + j;
          c0 = i32x4.relaxed_dot_i8x16_i7x16_add_s(v128.load(w), x, c0); c1 = i32x4.relaxed_dot_i8x16_i7x16_add_s(v128.load(w, 16), x, c1);
          c2 = i32x4.relaxed_dot_i8x16_i7x16_add_s(v128.load(w, 32), x, c2); c3 = i32x4.relaxed_dot_i8x16_i7x16_add_s(v128.load(w, 48), x, c3);
          c4 = i32x4.relaxed_dot_i8x16_i7x16_add_s(v128.load(w, 64), x, c4); c5 = i32x4.relaxed_dot_i8x16_i7x16_add_s(v128.load(w, 80), x, c5);
          c6 = i32x4.relaxed_dot_i8x16_i7x16_add_s(v128.load(w, 96), x, c6); c7 = i32x4.relaxed_dot_i8x16_i7x16_add_s(v128.load(w, 112), x, c7);
          entry += 8;
        }
        const scale = v128.load32_splat(row), s = scales + j, b = biases + j;
        add_scaled(c0, scale, s, b, target); add_scaled(c1, scale, s + 16, b + 16, target + 16);
        add_scaled(c2, scale, s + 32, b + 32, target + 32); add_scaled(c3, scale, s + 48, b + 48, target + 48);
        add_scaled(c4, scale, s + 64, b + 64, target + 64); add_scaled(c5, scale, s + 80, b + 80, target + 80);
        add_scaled(c6, scale, s + 96, b + 96, target + 96); add_scaled(c7, scale, s + 112, b + 112, target + 112);
        row += 8; target += quad_bytes;
      }
    }
    meta += <usize>count << 3; out += <usize>count * quad_bytes;
  }
}

// @ts-ignore: decorator
@inline function add_scaled(sum: v128, scale: v128, weight_scale: usize, bias: usize, out: usize): void {
  const y = f32x4.relaxed_madd(f32x4.mul(f32x4.convert_i32x4_s(sum), v128.load(weight_scale)), scale, v128.load(bias));
  v128.store(out, f32x4.add(v128.load(out), y));
}

/** One text's self-attention. `qkv` rows hold query, key, value of all heads; rows after the text may be anything finite. `scores`: scratch. */
export function attend(qkv: usize, n: i32, heads: i32, head_width: i32, out: usize, scores: usize): void {
  const width = <usize>(heads * head_width) << 2, stride = 3 * width, head_bytes = <usize>head_width << 2;
  const padded = (n + 3) & ~3, scale = f32x4.splat(1 / sqrt<f32>(<f32>head_width));
  for (let h = 0; h < heads; h++) {
    const at = <usize>h * head_bytes;
    for (let i = 0; i < n; i++) {
      const query = qkv + <usize>i * stride + at;
      let most = f32x4.splat(-3.0e38);
      for (let j = 0; j < padded; j += 4) {
        const key0 = qkv + <usize>j * stride + width + at, key1 = key0 + stride, key2 = key1 + stride, key3 = key2 + stride;
        let s0 = f32x4.splat(0), s1 = f32x4.splat(0), s2 = f32x4.splat(0), s3 = f32x4.splat(0);
        for (let p: usize = 0; p < head_bytes; p += 16) {
          const q = v128.load(query + p);
          s0 = f32x4.relaxed_madd(q, v128.load(key0 + p), s0); s1 = f32x4.relaxed_madd(q, v128.load(key1 + p), s1);
          s2 = f32x4.relaxed_madd(q, v128.load(key2 + p), s2); s3 = f32x4.relaxed_madd(q, v128.load(key3 + p), s3);
        }
        const low01 = v128.shuffle<f32>(s0, s1, 0, 4, 1, 5), high01 = v128.shuffle<f32>(s0, s1, 2, 6, 3, 7);
        const low23 = v128.shuffle<f32>(s2, s3, 0, 4, 1, 5), high23 = v128.shuffle<f32>(s2, s3, 2, 6, 3, 7);
        const pair01 = f32x4.add(low01, high01), pair23 = f32x4.add(low23, high23);
        let s = f32x4.add(v128.shuffle<f32>(pair01, pair23, 0, 1, 4, 5), v128.shuffle<f32>(pair01, pair23, 2, 3, 6, 7));
        s = f32x4.mul(s, scale);
        if (j + 4 > n) {
          s = f32x4.replace_lane(s, 3, -3.0e38);
          if (j + 3 > n) s = f32x4.replace_lane(s, 2, -3.0e38);
          if (j + 2 > n) s = f32x4.replace_lane(s, 1, -3.0e38);
        }
        v128.store(scores + (<usize>j << 2), s);
        most = f32x4.max(most, s);
      }
      const top = f32x4.splat(maxLanes(most));
      let total = f32x4.splat(0);
      for (let j = 0; j < padded; j += 4) {
        const e = exponential(f32x4.sub(v128.load(scores + (<usize>j << 2)), top));
        v128.store(scores + (<usize>j << 2), e);
        total = f32x4.add(total, e);
      }
      const inverse = f32x4.splat(1 / sumLanes(total));
      const context = out + <usize>i * width + at;
      for (let p: usize = 0; p < head_bytes; p += 64) {
        let c0 = f32x4.splat(0), c1 = f32x4.splat(0), c2 = f32x4.splat(0), c3 = f32x4.splat(0);
        let value = qkv + 2 * width + at + p;
        for (let j = 0; j < n; j++) {
          const e = v128.load32_splat(scores + (<usize>j << 2));
          c0 = f32x4.relaxed_madd(e, v128.load(value), c0); c1 = f32x4.relaxed_madd(e, v128.load(value, 16), c1);
          c2 = f32x4.relaxed_madd(e, v128.load(value, 32), c2); c3 = f32x4.relaxed_madd(e, v128.load(value, 48), c3);
          value += stride;
        }
        v128.store(context + p, f32x4.mul(c0, inverse)); v128.store(context + p, f32x4.mul(c1, inverse), 16);
        v128.store(context + p, f32x4.mul(c2, inverse), 32); v128.store(context + p, f32x4.mul(c3, inverse), 48);
      }
    }
  }
}

/** The mean of n rows. */
export function average(from: usize, n: i32, width: i32, out: usize): void {
  const bytes = <usize>width << 2, share = f32x4.splat(1 / <f32>n);
  for (let p: usize = 0; p < bytes; p += 16) {
    let total = f32x4.splat(0), row = from + p;
    for (let i = 0; i < n; i++) { total = f32x4.add(total, v128.load(row)); row += bytes; }
    v128.store(out + p, f32x4.mul(total, share));
  }
}

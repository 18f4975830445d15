// Questions to the graphics card in; how many surfaces of glass lie behind each other, as far as pictures before told, out.

export class Glass {
  /** @param {number} limit surfaces, of which no more are ever drawn */
  constructor(gl, limit) {
    Object.assign(this, { gl, limit, known: limit, queries: [] });
  }

  /** Surfaces to draw in the next picture: one more than there were. */
  most() {
    const { gl } = this;
    if (this.queries.length && gl.getQueryParameter(this.queries.at(-1), gl.QUERY_RESULT_AVAILABLE)) {
      const shown = this.queries.filter((query) => gl.getQueryParameter(query, gl.QUERY_RESULT)).length;
      this.known = Math.min(shown + 1, this.limit);
      this.forget();
    }
    return this.known;
  }

  /** Ask, with the drawing of a surface, whether any of it is seen; the answer comes some pictures later. */
  begin(layer) {
    const { gl } = this;
    this.asking = this.queries.length === layer;
    if (!this.asking) return;
    this.queries.push(gl.createQuery());
    gl.beginQuery(gl.ANY_SAMPLES_PASSED, this.queries.at(-1));
  }

  end() {
    if (this.asking) this.gl.endQuery(this.gl.ANY_SAMPLES_PASSED);
  }

  forget() {
    this.queries.forEach((query) => this.gl.deleteQuery(query));
    this.queries = [];
  }
}

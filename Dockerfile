# The service in plain Node over the serverless stores (scripts/serve.ts). The Workers runtime does not run on Alpine's C library, Node does.
FROM node:24-alpine AS packages
WORKDIR /app
COPY package.json package-lock.json ./
# Optional packages are builds of Node for another C library.
RUN npm ci --omit=optional --no-audit --no-fund --ignore-scripts

FROM packages AS assets
COPY . .
RUN node scripts/build-assets.ts

FROM packages AS production
RUN npm prune --omit=dev --omit=optional --no-audit --no-fund --ignore-scripts

FROM node:24-alpine AS service
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8787
COPY --from=production /app/node_modules node_modules
COPY --from=assets /app/assets/builtin assets/builtin
COPY package.json ./
COPY src src
COPY scripts/serve.ts scripts/serve.ts
COPY scripts/serve scripts/serve
USER node
EXPOSE 8787
HEALTHCHECK --interval=5s --timeout=3s --start-period=20s --retries=10 \
  CMD wget -q -O /dev/null http://127.0.0.1:8787/healthz || exit 1
CMD ["node", "scripts/serve.ts"]

# Development tools: the bridges, and the migrations.
FROM packages AS tools
COPY drizzle drizzle
COPY scripts scripts
COPY src src
USER node

FROM node:24.21.0-trixie-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm install --no-save --include=dev --no-audit --no-fund
COPY . .
# Readable by the user that runs it, however closed the clone was.
RUN node scripts/build.ts && npm prune --omit=dev && chmod -R a+rX .

FROM node:24.21.0-trixie-slim
WORKDIR /app
# pg_dump and pg_restore, for backups of a server from inside the container. Debian 13 has those of
# PostgreSQL 17, which refuse a newer server: compose.yaml must not name one.
RUN apt-get update && apt-get install -y --no-install-recommends postgresql-client && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# Owned by root: the user that runs them can change none of them.
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/src ./src
COPY --from=build /app/scripts ./scripts
COPY --from=build /app/package.json ./
RUN mkdir /data /backups && chown node:node /data /backups
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s CMD ["node", "-e", "fetch('http://127.0.0.1:3000/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "src/main.ts"]

# What the image is built in, and what its libraries are taken from. Where no registry of images can be reached,
# `npm run image:check` makes one of Debian's packages.
ARG SYSTEM=debian:trixie-slim
FROM ${SYSTEM} AS build
# pg_dump and pg_restore, for backups of a server from inside the container. Debian 13 has those of
# PostgreSQL 17, which refuse a newer server: compose.yaml must not name one.
RUN apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends binutils ca-certificates npm postgresql-client tzdata
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The packages bring the Node that the product runs on. A registry of your own is named by the two secrets.
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc --mount=type=secret,id=ca,target=/run/ca.crt \
    npm_config_cafile=/run/ca.crt npm install --no-save --include=dev --no-audit --no-fund && ln -s /app/node_modules/node-linux-*/bin/node /usr/local/bin/node
COPY . .
RUN node scripts/build.ts && npm prune --omit=dev
# The files of the image, all of them root's and readable by the user that runs them, who owns the two folders alone: the
# product without what only its developers read, the two programs, the libraries that either loads, certificates, time zones.
RUN set -eu; mkdir -p /image/app /image/etc /image/data /image/backups /image/usr/local/bin /image/tmp; \
    cp -a node_modules dist src scripts package.json /image/app; \
    cd /image/app/node_modules; rm -rf .cache .bin node-linux-*/include node-linux-*/share @img/*musl* @img/*wasm*; \
    find . -type f '(' -name '*.map' -o -name '*.d.ts' -o -name '*.d.cts' -o -name '*.d.mts' -o -name '*.md' ')' -delete; \
    find ../src -name '*.test.*' -delete; strip node-linux-*/bin/node; cd /app; \
    ln -s /app/node_modules/node-linux-*/bin/node /image/usr/local/bin/node; \
    programs="$(ls /usr/lib/postgresql/*/bin/pg_dump /usr/lib/postgresql/*/bin/pg_restore)"; \
    loaded="$(ldd $programs /app/node_modules/node-linux-*/bin/node $(find /app/node_modules -name '*.node') | grep -o '/[^ ]*\.so[^ ]*' | grep -v '^/app' | sort -u)"; \
    cp -L --parents $programs $loaded /etc/ssl/certs/ca-certificates.crt /image; \
    cp -a --parents /usr/share/zoneinfo /image; \
    printf 'root:x:0:0::/:/\nnode:x:1000:1000::/data:/\n' > /image/etc/passwd; \
    printf 'root:x:0:\nnode:x:1000:\n' > /image/etc/group; \
    chown -R root:root /image; chmod -R u=rwX,go=rX /image; chmod 1777 /image/tmp; chown 1000:1000 /image/data /image/backups

FROM scratch
COPY --from=build /image /
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
ENV PATH=/usr/local/bin
USER 1000:1000
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s CMD ["node", "-e", "fetch('http://127.0.0.1:3000/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "src/main.ts"]
